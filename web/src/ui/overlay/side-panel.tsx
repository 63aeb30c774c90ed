import { Dialog as Base } from '@base-ui/react/dialog';
import { type ReactNode, useRef } from 'react';
import { cn } from '@/lib/cn';
import { backdropClass } from './dialog-frame';
import { overlayRoot } from './overlay-root';
import { PopupHead } from './popup-head';

type SidePanelProps = {
  onClose: () => void;
  title: ReactNode;
  description?: ReactNode;
  children: ReactNode;
  footer?: ReactNode;
};

/** Details beside the list they belong to, at an address of their own; the whole screen on phones. */
export function SidePanel({ onClose, title, description, children, footer }: SidePanelProps) {
  const popup = useRef<HTMLDivElement>(null);
  return (
    <Base.Root open onOpenChange={(open) => !open && onClose()}>
      <Base.Portal container={overlayRoot()}>
        <Base.Backdrop className={backdropClass} />
        <Base.Popup
          ref={popup}
          data-sheet
          initialFocus={popup}
          className={cn(
            'fixed inset-y-0 right-0 z-50 flex w-full flex-col bg-surface shadow-e3 outline-none',
            'transition duration-200 ease-out data-ending-style:translate-x-6 data-ending-style:opacity-0 ' +
              'data-starting-style:translate-x-6 data-starting-style:opacity-0',
            'sm:w-[min(40rem,calc(100vw-4rem))] sm:border-l sm:border-line',
          )}
        >
          <header className="flex items-start gap-3 border-b border-line px-5 py-4">
            <PopupHead title={title} description={description} />
          </header>
          <div className="min-h-0 flex-1 overflow-y-auto px-5 py-5">{children}</div>
          {footer === undefined ? null : (
            <footer
              className={cn(
                'flex flex-wrap items-center justify-end gap-2 border-t border-line bg-canvas px-5 py-3',
                'max-sm:pb-[max(0.75rem,env(safe-area-inset-bottom))]',
              )}
            >
              {footer}
            </footer>
          )}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
