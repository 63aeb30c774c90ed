import { Menu as Base } from '@base-ui/react/menu';
import type { ComponentProps, ReactNode } from 'react';
import { cn } from '@/lib/cn';
import { strings } from '@/ui/strings';
import { overlayRoot } from './overlay-root';
import { popupClass } from './popover';

export const Menu = Base.Root;
export const MenuTrigger = Base.Trigger;

type MenuPopupProps = { children: ReactNode; align?: 'start' | 'end'; className?: string };

export function MenuPopup({ children, align = 'end', className }: MenuPopupProps) {
  return (
    // A landmark of its own: what floats above the page belongs to none of the page's.
    <Base.Portal container={overlayRoot()} render={<section aria-label={strings.menu} />}>
      <Base.Positioner align={align} sideOffset={6} className="z-50 outline-none">
        <Base.Popup className={cn(popupClass, 'w-56 p-1 text-sm', className)}>{children}</Base.Popup>
      </Base.Positioner>
    </Base.Portal>
  );
}

type MenuItemProps = Omit<ComponentProps<typeof Base.Item>, 'className'> & {
  danger?: boolean;
  className?: string;
};

/** A verb with its icon. Pass `render={<Link to="…" />}` when it navigates. */
export function MenuItem({ danger = false, className, ...rest }: MenuItemProps) {
  return (
    <Base.Item
      className={cn(
        'flex h-8 items-center gap-2.5 rounded-md px-2 outline-none select-none pointer-coarse:h-11',
        'data-highlighted:bg-surface-2 data-disabled:text-ink-3 [&_svg]:size-4 [&_svg]:text-ink-3',
        danger && 'text-out-fg data-highlighted:bg-out-bg [&_svg]:text-out-fg',
        className,
      )}
      {...rest}
    />
  );
}

export function MenuSeparator() {
  return <Base.Separator className="mx-1 my-1 h-px bg-line" />;
}
