import { Ellipsis } from 'lucide-react';
import type { ComponentProps } from 'react';
import { cn } from '@/lib/cn';
import { onDemand, type StandInProps } from '@/ui/overlay/on-demand';
import { strings } from './strings';

/** One place of the bottom bar. */
export const slotClass = cn(
  'flex min-w-0 flex-1 flex-col items-center justify-center gap-1 rounded-md text-2xs font-medium text-rail-ink-2',
  '-outline-offset-3 aria-[current=page]:text-rail-ink [&_svg]:size-5.5',
);

export function MoreButton(props: ComponentProps<'button'>) {
  return (
    <button type="button" aria-haspopup="menu" className={slotClass} {...props}>
      <Ellipsis aria-hidden strokeWidth={1.75} />
      {strings.more}
    </button>
  );
}

export const MoreMenu = onDemand(
  () => import('./more-menu-popup'),
  (props: StandInProps) => <MoreButton {...props} />,
);
