import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { ApiError } from './api-error';

/**
 * Puts the server's messages on the form's own fields and returns the name of the first one it placed,
 * so that the screen can reveal it; null when none of them belongs to the form.
 */
export function applyFieldErrors<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  error: unknown,
): Path<Values> | null {
  if (!(error instanceof ApiError) || error.kind !== 'fields') return null;
  let first: Path<Values> | null = null;
  for (const name of Object.keys(form.getValues())) {
    const messages = error.fields[name];
    if (!messages) continue;
    const path = name as Path<Values>;
    form.setError(path, { type: 'server', message: messages.join(', ') });
    first ??= path;
  }
  return first;
}

/**
 * The same for a form whose fields have other names than the server's: each message goes to its field, and
 * whatever has none is said above the buttons.
 */
export function placeFieldErrors<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  error: unknown,
  fieldOf: (serverField: string) => Path<Values> | null,
): Path<Values> | null {
  if (!(error instanceof ApiError) || error.kind !== 'fields') return null;
  let first: Path<Values> | null = null;
  for (const [name, messages] of Object.entries(error.fields)) {
    const field = fieldOf(name);
    form.setError(field ?? 'root', { type: 'server', message: messages.join(', ') });
    first ??= field;
  }
  return first;
}
