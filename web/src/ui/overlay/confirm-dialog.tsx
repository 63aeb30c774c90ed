import { AlertDialog as Base } from '@base-ui/react/alert-dialog';
import { type ReactNode, useRef } from 'react';
import { cn } from '@/lib/cn';
import { FormError } from '@/ui/feedback/states';
import { Button } from '@/ui/form/button';
import { strings } from '@/ui/strings';
import { backdropClass, sheetClass } from './dialog-frame';
import { overlayRoot } from './overlay-root';
import { useFirstClick } from './use-first-click';

type ConfirmDialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** A question that names the object: «¿Cerrar la sesión de “Firefox en Linux”?». */
  title: ReactNode;
  /** What will happen. */
  body: ReactNode;
  /** A verb, never «Sí». */
  confirmLabel: string;
  cancelLabel?: string;
  onConfirm: () => void;
  busy?: boolean;
  busyLabel?: string;
  error?: ReactNode;
  /** Red is for what takes something away. */
  tone?: 'danger' | 'primary';
};

/** Asked only before what cannot be undone. Focus starts on the harmless answer. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, onOpenChange, title, body, confirmLabel, cancelLabel = strings.cancel, onConfirm } = props;
  const { busy = false, busyLabel, error, tone = 'danger' } = props;
  const cancelRef = useRef<HTMLButtonElement>(null);
  const confirmOnce = useFirstClick(busy, onConfirm);
  return (
    <Base.Root open={open} onOpenChange={(next) => onOpenChange(next)}>
      <Base.Portal container={overlayRoot()}>
        {/* Above a dialog that it may be about, which is dimmed with the rest. */}
        <Base.Backdrop forceRender className={cn(backdropClass, 'z-50')} />
        <Base.Popup
          data-sheet
          initialFocus={cancelRef}
          className={cn(sheetClass, 'sm:w-[min(26rem,calc(100vw-2rem))]')}
        >
          <div className="stack-1.5 px-5 pt-5 pb-5">
            <Base.Title className="text-lg font-semibold tracking-[-0.01em]">{title}</Base.Title>
            <Base.Description className="text-ink-2" render={<div />}>
              {body}
            </Base.Description>
            {error ? <FormError>{error}</FormError> : null}
          </div>
          <div
            className={cn(
              'flex justify-end gap-2 border-t border-line bg-canvas px-5 py-3 max-sm:[&>button]:h-11',
              'max-sm:[&>button]:flex-1 sm:rounded-b-xl',
            )}
          >
            <Base.Close render={<Button ref={cancelRef} />}>{cancelLabel}</Base.Close>
            <Button variant={tone} busy={busy} {...(busyLabel !== undefined && { busyLabel })} onClick={confirmOnce}>
              {confirmLabel}
            </Button>
          </div>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
