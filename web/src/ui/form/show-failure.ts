import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { applyFieldErrors } from '@/lib/field-errors';
import { revealField } from './reveal-field';

type Failure<Values extends FieldValues> = {
  error: unknown;
  /** What the box above the button says when no field is to blame. */
  text: string;
  element: HTMLElement | null;
  /** For forms whose fields have other names than the server's; says which one was blamed first. */
  place?: (form: UseFormReturn<Values>, error: unknown) => Path<Values> | null;
};

/** Puts a refused form right where the person can mend it: at its fields, or in the box above the button. */
export function showFailure<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  { error, text, element, place = applyFieldErrors }: Failure<Values>,
) {
  const first = place(form, error);
  if (first === null) form.setError('root', { message: text });
  else if (element) revealField(element, first);
}
