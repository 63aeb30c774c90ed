import { createContext, type ReactNode, use, useId, useMemo } from 'react';
import { cn } from '@/lib/cn';
import { strings } from '@/ui/strings';

type FieldControl = {
  id: string;
  'aria-describedby'?: string;
  'aria-invalid'?: true;
};

const FieldContext = createContext<FieldControl | null>(null);

/** What a control inside a Field needs in order to be named, described and marked as wrong. */
export function useFieldControl(): FieldControl | null {
  return use(FieldContext);
}

type FieldProps = {
  label: ReactNode;
  children: ReactNode;
  hint?: ReactNode;
  error?: string | undefined;
  /** Required is the rule, so the exception is what gets a mark. */
  optional?: boolean;
  /** A link at the end of the label's line («¿La has olvidado?»). */
  action?: ReactNode;
  className?: string;
};

export function Field({ label, children, hint, error, optional = false, action, className }: FieldProps) {
  const id = useId();
  const messageId = `${id}-message`;
  const described = Boolean(error) || hint !== undefined;
  const control = useMemo<FieldControl>(
    () => ({
      id,
      ...(described && { 'aria-describedby': messageId }),
      ...(error && { 'aria-invalid': true as const }),
    }),
    [id, messageId, described, error],
  );

  return (
    <div className={cn('min-w-0', className)}>
      <div className="mb-1.5 flex items-baseline justify-between gap-3">
        <label htmlFor={id} className="text-sm font-medium">
          {label} {optional ? <span className="font-normal text-ink-3">{strings.optional}</span> : null}
        </label>
        {action}
      </div>
      <FieldContext value={control}>{children}</FieldContext>
      {error ? (
        <p id={messageId} className="mt-1.5 text-sm text-out-fg">
          {error}
        </p>
      ) : hint !== undefined ? (
        <p id={messageId} className="mt-1.5 text-sm text-ink-2">
          {hint}
        </p>
      ) : null}
    </div>
  );
}
