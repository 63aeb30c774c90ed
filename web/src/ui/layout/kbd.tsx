import type { ReactNode } from 'react';
import { cn } from '@/lib/cn';

export function Kbd({ children }: { children: ReactNode }) {
  return (
    <kbd
      className={cn(
        'inline-flex h-4.5 min-w-4.5 items-center justify-center rounded-sm border border-line-strong',
        'bg-surface px-1 font-sans text-2xs font-medium text-ink-2',
      )}
    >
      {children}
    </kbd>
  );
}
