import type { ComponentProps, ReactNode } from 'react';
import { cn } from '@/lib/cn';

export function Card({ className, ...rest }: ComponentProps<'section'>) {
  return <section className={cn('rounded-lg border border-line bg-surface shadow-e1', className)} {...rest} />;
}

type CardHeaderProps = {
  title: ReactNode;
  id?: string;
  /** Null while it is not known yet: its line keeps its place, so that nothing moves when it arrives. */
  description?: ReactNode;
  action?: ReactNode;
};

const noBreakSpace = '\u00a0';

/** Give the Card `aria-labelledby` with the same id to make it a named region. */
export function CardHeader({ title, id, description, action }: CardHeaderProps) {
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 px-4 pt-4 pb-3">
      <div className="min-w-0">
        <h2 id={id} className="font-semibold">
          {title}
        </h2>
        {description === undefined ? null : <p className="text-sm text-ink-2">{description ?? noBreakSpace}</p>}
      </div>
      {action}
    </div>
  );
}
