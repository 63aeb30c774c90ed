import { Dialog as Base } from '@base-ui/react/dialog';
import { type KeyboardEvent, type ReactNode, type RefObject, useRef, useState } from 'react';
import { cn } from '@/lib/cn';
import { strings } from '@/ui/strings';
import { ConfirmDialog } from './confirm-dialog';
import { backdropClass, sheetClass } from './dialog-frame';
import { overlayRoot } from './overlay-root';
import { PopupHead } from './popup-head';

type DialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  description?: ReactNode;
  children: ReactNode;
  /** The buttons; on phones they share the full width. */
  footer?: ReactNode;
  /** A short task is 480 px wide, a form 640 px. */
  size?: 'task' | 'form';
  /** The first field. Without one the window itself takes the focus, never its close button. */
  initialFocus?: RefObject<HTMLElement | null>;
  /** Closing would lose something: ask first. */
  dirty?: boolean;
  /** The layer it is drawn in; the one of all overlays unless said. */
  layer?: HTMLElement;
};

/** Closes the dialog around it, asking first when something would be lost: `render={<Button />}`. */
export const DialogClose = Base.Close;

/** One short task over the page; a bottom sheet on phones. Ctrl + Enter sends the form inside. */
export function Dialog(props: DialogProps) {
  const { open, onOpenChange, title, description, children, footer, size = 'task', initialFocus } = props;
  const { dirty = false, layer = overlayRoot() } = props;
  const [asking, setAsking] = useState(false);
  const popup = useRef<HTMLDivElement>(null);

  function requestChange(next: boolean) {
    if (!next && dirty) setAsking(true);
    else onOpenChange(next);
  }

  return (
    <>
      <Base.Root open={open} onOpenChange={(next) => requestChange(next)}>
        <Base.Portal container={layer}>
          <Base.Backdrop className={backdropClass} />
          <Base.Popup
            ref={popup}
            data-sheet
            initialFocus={initialFocus ?? popup}
            onKeyDown={submitOnCtrlEnter}
            className={cn(
              sheetClass,
              size === 'form' ? 'sm:w-[min(40rem,calc(100vw-2rem))]' : 'sm:w-[min(30rem,calc(100vw-2rem))]',
            )}
          >
            <div className="flex items-start gap-3 px-5 pt-5 pb-4">
              <PopupHead title={title} description={description} />
            </div>
            <div className="min-h-0 flex-1 overflow-y-auto px-5 pb-5">{children}</div>
            {footer === undefined ? null : <DialogFooter>{footer}</DialogFooter>}
          </Base.Popup>
        </Base.Portal>
      </Base.Root>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={strings.discardTitle}
        body={strings.discardBody}
        cancelLabel={strings.keepEditing}
        confirmLabel={strings.discard}
        onConfirm={() => {
          setAsking(false);
          onOpenChange(false);
        }}
      />
    </>
  );
}

function DialogFooter({ children }: { children: ReactNode }) {
  return (
    <div
      className={cn(
        'flex items-center justify-end gap-2 border-t border-line bg-canvas px-5 py-3 sm:rounded-b-xl',
        'max-sm:pb-[max(0.75rem,env(safe-area-inset-bottom))] max-sm:[&>button]:h-11 max-sm:[&>button]:flex-1',
      )}
    >
      {children}
    </div>
  );
}

function submitOnCtrlEnter(event: KeyboardEvent<HTMLElement>) {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
  event.currentTarget.querySelector('form')?.requestSubmit();
}
