import { ArrowDownLeft, ArrowUpRight, Equal } from 'lucide-react';
import { cn } from '@/lib/cn';
import { formatInteger } from '@/lib/format';
import type { Movement } from './api';

type Moved = Pick<Movement, 'type' | 'quantity'>;

const looks = {
  entrada: { Icon: ArrowDownLeft, sign: '+', text: 'text-ok-fg', circle: 'bg-ok-bg text-ok-fg' },
  salida: { Icon: ArrowUpRight, sign: '\u2212', text: 'text-out-fg', circle: 'bg-out-bg text-out-fg' },
  valor: { Icon: Equal, sign: '', text: 'text-ink-2', circle: 'bg-hover text-ink-2' },
} as const;

/** «+20» in green for what came in, «−36» in red for what went out, and «0» where only the value changed. */
export function MovementAmount({ movement, className }: { movement: Moved; className?: string }) {
  const { sign, text } = looks[movement.type];
  return (
    <span className={cn('num font-semibold whitespace-nowrap', text, className)}>
      {sign}
      {formatInteger(movement.quantity)}
    </span>
  );
}

/** A bare arrow, for tables where a row of coloured circles would shout. */
export function MovementArrow({ type }: Pick<Moved, 'type'>) {
  const { Icon, text } = looks[type];
  return <Icon aria-hidden className={cn('size-4', text)} />;
}

/** The direction as an arrow in a circle. Decorative: the sign and the word beside it say the same. */
export function MovementIcon({ type }: Pick<Moved, 'type'>) {
  const { Icon, circle } = looks[type];
  return (
    <span aria-hidden className={cn('grid size-7 shrink-0 place-items-center rounded-full', circle)}>
      <Icon className="size-4" />
    </span>
  );
}
