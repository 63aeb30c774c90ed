import type { ChangeEvent } from 'react';
import { Field } from './field';
import { Input } from './input';

type DateFieldProps = {
  label: string;
  /** «2026-11-15», or empty. */
  value: string;
  onValueChange: (day: string) => void;
  min?: string | undefined;
  max?: string | undefined;
  className?: string;
};

/** A day in the browser's own calendar, which every phone and assistive technology knows. */
export function DateField({ label, value, onValueChange, min, max, className }: DateFieldProps) {
  return (
    <Field label={label} {...(className !== undefined && { className })}>
      <Input
        type="date"
        value={value}
        min={min}
        max={max}
        className="num sm:h-8 sm:text-sm"
        onChange={(event: ChangeEvent<HTMLInputElement>) => onValueChange(event.target.value)}
      />
    </Field>
  );
}
