import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { applyFieldErrors } from '@/lib/field-errors';
import { revealField } from '@/ui/reveal-field';

type Failure = {
  error: unknown;
  /** What the box above the button says when no field is to blame. */
  text: string;
  element: HTMLElement | null;
};

/** Puts a refused form right where the person can mend it: at its fields, or in the box above the button. */
export function showFailure<Values extends FieldValues>(form: UseFormReturn<Values>, failure: Failure) {
  const first = applyFieldErrors(form, failure.error);
  if (first === null) form.setError('root', { message: failure.text });
  else if (failure.element) revealField(failure.element, first);
}
