import { cva, type VariantProps } from 'class-variance-authority';
import type { ComponentProps, MouseEvent } from 'react';
import { cn } from '@/lib/cn';
import { Spinner } from '@/ui/feedback/spinner';

/** The look of a button, for the links that must look like one. */
export const buttonClass = cva(
  [
    'inline-flex shrink-0 items-center justify-center gap-1.5 rounded-md font-medium whitespace-nowrap select-none',
    'transition-colors duration-100 disabled:cursor-not-allowed [&_svg]:size-4 [&_svg]:shrink-0',
  ],
  {
    variants: {
      variant: {
        primary: [
          'bg-accent text-on-accent shadow-e1 not-disabled:hover:bg-accent-hover',
          'disabled:bg-surface-3 disabled:text-ink-3 disabled:shadow-none',
        ],
        secondary: [
          'border border-line-strong bg-surface text-ink shadow-e1 not-disabled:hover:bg-surface-2',
          'disabled:bg-surface-3 disabled:text-ink-3 disabled:shadow-none',
        ],
        ghost: 'text-ink-2 not-disabled:hover:bg-surface-2 not-disabled:hover:text-ink disabled:text-ink-3',
        danger: [
          'bg-danger text-on-accent shadow-e1 not-disabled:hover:bg-danger-hover',
          'disabled:bg-surface-3 disabled:text-ink-3 disabled:shadow-none',
        ],
      },
      size: {
        sm: 'h-7 px-2.5 text-xs pointer-coarse:h-10',
        md: 'h-8 px-3 text-sm pointer-coarse:h-10',
        lg: 'h-10 px-4 text-base pointer-coarse:h-11',
        icon: 'size-8 pointer-coarse:size-10',
        iconSm: 'size-7 pointer-coarse:size-10',
      },
    },
    defaultVariants: { variant: 'secondary', size: 'md' },
  },
);

export type ButtonVariants = VariantProps<typeof buttonClass>;

export type ButtonProps = ComponentProps<'button'> &
  ButtonVariants & {
    /** Something is under way: the button keeps its focus and width but does nothing more. */
    busy?: boolean;
    /** What is happening, as a gerund («Guardando…»). */
    busyLabel?: string;
  };

export function Button(props: ButtonProps) {
  const { className, variant, size, busy = false, busyLabel, type = 'button', children, onClick, ...rest } = props;

  // A disabled element loses focus, so a busy button stays enabled and swallows the click instead;
  // this also stops Enter in a field, which the browser turns into a click on the submit button.
  function handleClick(event: MouseEvent<HTMLButtonElement>) {
    if (busy) {
      event.preventDefault();
      return;
    }
    onClick?.(event);
  }

  return (
    <button
      type={type}
      className={cn(buttonClass({ variant, size }), className)}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      onClick={handleClick}
      {...rest}
    >
      {busyLabel === undefined ? (
        <>
          {busy ? <Spinner /> : null}
          {children}
        </>
      ) : (
        <BusyLabel busy={busy} busyLabel={busyLabel}>
          {children}
        </BusyLabel>
      )}
    </button>
  );
}

/** Both labels lie in one grid cell, so the button is always as wide as the longer of them. */
function BusyLabel({ busy, busyLabel, children }: Pick<ButtonProps, 'busy' | 'busyLabel' | 'children'>) {
  const cell = 'col-start-1 row-start-1 inline-flex items-center justify-center gap-1.5';
  return (
    <span className="inline-grid">
      <span className={cn(cell, busy && 'invisible')} aria-hidden={busy || undefined}>
        {children}
      </span>
      <span className={cn(cell, !busy && 'invisible')} aria-hidden={!busy || undefined}>
        <Spinner />
        {busyLabel}
      </span>
    </span>
  );
}
