import type { ReactNode } from 'react';
import { cn } from '@/lib/cn';
import { Card } from '@/ui/layout/card';

type StepCardProps = {
  title: string;
  text?: ReactNode;
  children?: ReactNode;
  /** The buttons: the way back first, the way on last. */
  footer?: ReactNode;
};

/** One step of an import. Its heading can take the focus when the step begins. */
export function StepCard({ title, text, children, footer }: StepCardProps) {
  return (
    <Card aria-labelledby="import-step">
      <div className="px-4 pt-4 pb-3">
        <h2 id="import-step" tabIndex={-1} className="text-lg font-semibold outline-none">
          {title}
        </h2>
        {text === undefined ? null : <div className="text-sm text-ink-2">{text}</div>}
      </div>
      {children}
      {footer === undefined ? null : (
        <div
          className={cn(
            'flex flex-wrap items-center justify-end gap-2 rounded-b-lg border-t border-line bg-canvas px-4 py-3',
            'max-sm:[&>a]:flex-1 max-sm:[&>button]:flex-1',
          )}
        >
          {footer}
        </div>
      )}
    </Card>
  );
}
