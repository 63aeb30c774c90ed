import { Check } from 'lucide-react';
import { cn } from '@/lib/cn';
import { type Stage, stages } from './progress';
import { strings } from './strings';

/** The whole way of an import, and where one is on it. */
export function Steps({ current, ended = false }: { current: Stage; ended?: boolean }) {
  const at = stages.indexOf(current);
  return (
    <ol aria-label={strings.steps} className="mb-5 flex flex-wrap items-center gap-x-2 gap-y-1 text-sm">
      {stages.map((stage, index) => {
        const behind = index < at || ended;
        return (
          <li
            key={stage}
            aria-current={index === at ? 'step' : undefined}
            className={cn(
              'flex items-center gap-2 not-last:after:h-px not-last:after:w-4 not-last:after:bg-line-strong',
              'sm:not-last:after:w-8',
            )}
          >
            <span
              aria-hidden
              className={cn(
                'num grid size-6 place-items-center rounded-full text-xs font-semibold',
                behind && 'bg-accent-soft text-accent',
                !behind && index === at && 'bg-accent text-on-accent',
                !behind && index > at && 'bg-surface-3 text-ink-2',
              )}
            >
              {behind ? <Check className="size-3.5" /> : index + 1}
            </span>
            <span className={cn(index === at ? 'font-semibold' : 'text-ink-2 max-sm:sr-only')}>
              {strings.stages[stage]}
            </span>
          </li>
        );
      })}
    </ol>
  );
}
