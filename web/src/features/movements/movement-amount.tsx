import { ArrowDownLeft, ArrowUpRight } from 'lucide-react';
import { cn } from '@/lib/cn';
import { formatInteger } from '@/lib/format';
import type { Movement } from './api';

type Moved = Pick<Movement, 'type' | 'quantity'>;

/** «+20» in green for what came in, «−36» in red for what went out. */
export function MovementAmount({ movement, className }: { movement: Moved; className?: string }) {
  const came = movement.type === 'entrada';
  return (
    <span className={cn('num font-semibold whitespace-nowrap', came ? 'text-ok-fg' : 'text-out-fg', className)}>
      {came ? '+' : '\u2212'}
      {formatInteger(movement.quantity)}
    </span>
  );
}

/** A bare arrow, for tables where a row of coloured circles would shout. */
export function MovementArrow({ type }: Pick<Moved, 'type'>) {
  const Icon = type === 'entrada' ? ArrowDownLeft : ArrowUpRight;
  return <Icon aria-hidden className={cn('size-4', type === 'entrada' ? 'text-ok-fg' : 'text-out-fg')} />;
}

/** The direction as an arrow in a circle. Decorative: the sign and the word beside it say the same. */
export function MovementIcon({ type }: Pick<Moved, 'type'>) {
  const came = type === 'entrada';
  const Icon = came ? ArrowDownLeft : ArrowUpRight;
  return (
    <span
      aria-hidden
      className={cn(
        'grid size-7 shrink-0 place-items-center rounded-full',
        came ? 'bg-ok-bg text-ok-fg' : 'bg-out-bg text-out-fg',
      )}
    >
      <Icon className="size-4" />
    </span>
  );
}
