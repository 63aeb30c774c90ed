import { ApiError, errorText } from '@/lib/api-error';
import { fileStrings as s } from './strings';

/** What the browser's window offers; the server looks at the content and decides. */
export const fileKinds = 'image/jpeg,image/png,image/webp,image/gif,application/pdf';
export const fileBytesMax = 10 * 1024 * 1024;
/** How many a receipt keeps. */
export const filesMax = 10;

/** What can be known about a file without sending it. */
export function fileProblem({ type, size }: Pick<File, 'type' | 'size'>): string | null {
  if (type !== '' && !fileKinds.split(',').includes(type)) return s.kind;
  if (size === 0) return s.empty;
  return size > fileBytesMax ? s.size : null;
}

/** Why a file was not taken: what the server says of it, or what happened on the way. */
export function fileFailure(error: unknown): string {
  return error instanceof ApiError && error.status === 413 ? s.size : errorText(error);
}

export type ChosenFile = { key: number; file: File };

/** The files that were chosen so far and one more, or why it cannot be one of them. */
export function withFile(all: ChosenFile[], file: File): ChosenFile[] | string {
  const problem = fileProblem(file);
  if (problem !== null) return s.refused(file.name, problem);
  if (all.length >= filesMax) return s.tooMany(filesMax);
  return [...all, { key: (all.at(-1)?.key ?? 0) + 1, file }];
}
