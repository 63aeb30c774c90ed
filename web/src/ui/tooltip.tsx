import { Tooltip as Base } from '@base-ui/react/tooltip';
import type { ReactElement, ReactNode } from 'react';
import { overlayRoot } from './overlay-root';

export type TooltipSide = 'top' | 'right' | 'bottom' | 'left';

type TooltipProps = { label: ReactNode; side?: TooltipSide; children: ReactElement };

/** Repeats the name of a control that shows only an icon. It never carries anything else. */
export function Tooltip({ label, side = 'top', children }: TooltipProps) {
  return (
    <Base.Root>
      <Base.Trigger render={children} />
      <Base.Portal container={overlayRoot()}>
        <Base.Positioner side={side} sideOffset={6} className="z-60">
          <Base.Popup className="rounded-md bg-ink px-2 py-1 text-xs font-medium text-surface shadow-e2">
            {label}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

/** Shares the delay, so that moving along a row of icons shows each name at once. */
export function TooltipProvider({ children }: { children: ReactNode }) {
  return <Base.Provider delay={400}>{children}</Base.Provider>;
}
