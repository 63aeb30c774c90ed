import type { ComponentProps, FocusEvent } from 'react';
import { cn } from '@/lib/cn';
import { useFieldControl } from './field';

/** Shared by every control one can type in or choose from. Sixteen pixels on touch keep iOS from zooming in. */
export const controlClass = [
  'h-10 w-full rounded-md border border-field bg-surface px-3 text-base text-ink outline-offset-0 pointer-coarse:h-11',
  'pointer-coarse:text-lg placeholder:text-ink-3 not-disabled:hover:border-ink-3',
  'disabled:cursor-not-allowed disabled:border-line-strong disabled:bg-surface-3 disabled:text-ink-3',
  'aria-invalid:border-out-solid aria-invalid:bg-out-bg/40 data-revealed:bg-out-bg',
].join(' ');

type InputProps = ComponentProps<'input'> & {
  /** Digits only: numeric keyboard, right-aligned, selected on focus, without spinner arrows. */
  integer?: boolean;
};

export function Input({ className, integer = false, onFocus, ...rest }: InputProps) {
  const field = useFieldControl();

  function handleFocus(event: FocusEvent<HTMLInputElement>) {
    if (integer) event.currentTarget.select();
    onFocus?.(event);
  }

  return (
    <input
      {...field}
      {...(integer && { inputMode: 'numeric' as const, autoComplete: 'off' })}
      className={cn(controlClass, integer && 'num text-right', className)}
      onFocus={handleFocus}
      {...rest}
    />
  );
}
