import { Popover as Base } from '@base-ui/react/popover';
import type { ReactNode } from 'react';
import { cn } from '@/lib/cn';
import { overlayRoot } from './overlay-root';

/** The frame of everything that opens beside its button. */
export const popupClass = [
  'origin-(--transform-origin) rounded-lg border border-line bg-surface shadow-e3 outline-none transition duration-150',
  'data-ending-style:scale-98 data-ending-style:opacity-0 data-starting-style:scale-98 data-starting-style:opacity-0',
].join(' ');

export const Popover = Base.Root;
export const PopoverTrigger = Base.Trigger;

type PopoverPopupProps = {
  /** Visible heading, which also names the popup. */
  title: ReactNode;
  /** Beside the heading. */
  action?: ReactNode;
  children: ReactNode;
  align?: 'start' | 'center' | 'end';
  className?: string;
};

export function PopoverPopup({ title, action, children, align = 'end', className }: PopoverPopupProps) {
  return (
    <Base.Portal container={overlayRoot()}>
      <Base.Positioner align={align} sideOffset={6} collisionPadding={8} className="z-50 outline-none">
        <Base.Popup className={cn(popupClass, 'w-[min(24rem,calc(100vw-1rem))]', className)}>
          <div className="flex min-h-12 items-center justify-between gap-3 border-b border-line px-4 py-2">
            <Base.Title className="font-semibold">{title}</Base.Title>
            {action}
          </div>
          {children}
        </Base.Popup>
      </Base.Positioner>
    </Base.Portal>
  );
}
