import { ApiError } from '@/lib/api-error';

/** What kept each of several purchases from leaving, by its place among them. */
export function refusalsOf(error: unknown): Map<number, string> {
  const refused = new Map<number, string>();
  if (!(error instanceof ApiError)) return refused;
  for (const [field, messages] of Object.entries(error.fields)) {
    const [, place] = /^items\[(\d+)\]\./.exec(field) ?? [];
    if (place !== undefined) refused.set(Number(place), messages.join(', '));
  }
  return refused;
}
