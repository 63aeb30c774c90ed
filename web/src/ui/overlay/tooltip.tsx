import {
  cloneElement,
  type FocusEvent,
  type HTMLAttributes,
  type PointerEvent,
  type ReactElement,
  useEffect,
  useState,
} from 'react';
import { createPortal } from 'react-dom';
import { cn } from '@/lib/cn';
import { overlayRoot } from './overlay-root';

export type TooltipSide = 'top' | 'bottom';

type Trigger = ReactElement<HTMLAttributes<HTMLElement>>;
type TooltipProps = { label: string; side?: TooltipSide; children: Trigger };

const delayMs = 400;
const gap = 6;
/** Room a tooltip needs on its side; with less it goes to the other one. */
const room = 40;

/**
 * Repeats the name of a control that shows only an icon, and never carries anything else, so assistive
 * technology ignores it. A few lines of our own, because every screen would pay for a library.
 */
export function Tooltip({ label, side = 'top', children }: TooltipProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [visible, setVisible] = useState(false);

  function hide() {
    setAnchor(null);
    setVisible(false);
  }

  const trigger = cloneElement(children, {
    onPointerEnter: (event: PointerEvent<HTMLElement>) => {
      children.props.onPointerEnter?.(event);
      if (event.pointerType === 'mouse') setAnchor(event.currentTarget);
    },
    onPointerLeave: (event: PointerEvent<HTMLElement>) => {
      children.props.onPointerLeave?.(event);
      hide();
    },
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      children.props.onPointerDown?.(event);
      hide();
    },
    onFocus: (event: FocusEvent<HTMLElement>) => {
      children.props.onFocus?.(event);
      if (!event.currentTarget.matches(':focus-visible')) return;
      setAnchor(event.currentTarget);
      setVisible(true);
    },
    onBlur: (event: FocusEvent<HTMLElement>) => {
      children.props.onBlur?.(event);
      hide();
    },
  });

  return (
    <>
      {trigger}
      {anchor ? (
        <TooltipPopup anchor={anchor} side={side} visible={visible} onShow={() => setVisible(true)} onEscape={hide}>
          {label}
        </TooltipPopup>
      ) : null}
    </>
  );
}

type PopupProps = {
  anchor: HTMLElement;
  side: TooltipSide;
  visible: boolean;
  onShow: () => void;
  onEscape: () => void;
  children: string;
};

function TooltipPopup({ anchor, side, visible, onShow, onEscape, children }: PopupProps) {
  useEffect(() => {
    const timer = setTimeout(onShow, delayMs);
    const onKey = (event: KeyboardEvent) => event.key === 'Escape' && onEscape();
    window.addEventListener('keydown', onKey);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('keydown', onKey);
    };
  }, [onShow, onEscape]);

  if (!visible) return null;
  const box = anchor.getBoundingClientRect();
  const above = side === 'top' ? box.top > room : box.bottom + room > window.innerHeight;
  // A name near the right edge grows towards the middle, so that it is never cut off.
  const toLeft = box.left > window.innerWidth - 160;
  return createPortal(
    <span
      aria-hidden
      style={{
        top: above ? box.top - gap : box.bottom + gap,
        left: toLeft ? box.right : box.left + box.width / 2,
      }}
      className={cn(
        'pointer-events-none fixed z-60 rounded-md bg-ink px-2',
        'py-1 text-xs font-medium whitespace-nowrap text-surface shadow-e2',
        toLeft ? '-translate-x-full' : '-translate-x-1/2',
        above && '-translate-y-full',
      )}
    >
      {children}
    </span>,
    overlayRoot() ?? document.body,
  );
}
