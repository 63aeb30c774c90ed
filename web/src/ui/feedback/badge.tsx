import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { cn } from '@/lib/cn';
import { type Tone, toneFill } from './tone';

type BadgeProps = { tone: Tone; children: ReactNode; icon?: LucideIcon; className?: string };

export function Badge({ tone, children, icon: Icon, className }: BadgeProps) {
  return (
    <span
      className={cn(
        'inline-flex h-5.5 items-center gap-1 rounded-full px-2 text-xs font-medium whitespace-nowrap',
        toneFill[tone],
        className,
      )}
    >
      {Icon ? <Icon aria-hidden className="size-3.5" /> : null}
      {children}
    </span>
  );
}
