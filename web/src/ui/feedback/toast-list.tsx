import { Toast as Base } from '@base-ui/react/toast';
import { CircleAlert, CircleCheck, Info, X } from 'lucide-react';
import { useEffect, useEffectEvent } from 'react';
import { cn } from '@/lib/cn';
import { overlayRoot } from '@/ui/overlay/overlay-root';
import { strings } from '@/ui/strings';
import { receiveToasts, type ToastCommand, type ToastOptions, type ToastType } from './toast';

const visibleMs = 6000;
const visibleMax = 3;

const icons = {
  success: <CircleCheck aria-hidden className="mt-0.5 size-4.5 shrink-0 text-ok-solid" />,
  info: <Info aria-hidden className="mt-0.5 size-4.5 shrink-0 text-info-solid" />,
  error: <CircleAlert aria-hidden className="mt-0.5 size-4.5 shrink-0 text-out-solid" />,
};

/** Bottom right, and above the bottom bar on phones. Loaded by Toaster with the first toast. */
export default function ToastList() {
  return (
    <Base.Provider timeout={visibleMs} limit={visibleMax}>
      <Receiver />
      <Base.Portal container={overlayRoot()}>
        <Base.Viewport
          aria-label={strings.toasts}
          className={cn(
            'fixed right-4 bottom-4 z-70 flex w-[min(27rem,calc(100vw-2rem))] flex-col gap-2 max-sm:bottom-20',
            // The sheets of a phone have their buttons at the foot: while one is open, toasts go to the top.
            'max-sm:in-[body:has([data-sheet])]:top-4 max-sm:in-[body:has([data-sheet])]:bottom-auto',
          )}
        >
          <Toasts />
        </Base.Viewport>
      </Base.Portal>
    </Base.Provider>
  );
}

/** Passes on what is said anywhere in the page, starting with what was said before this list had arrived. */
function Receiver() {
  const { add, close } = Base.useToastManager();
  const obey = useEffectEvent((command: ToastCommand) => {
    if (command.kind === 'close') close(command.id);
    else add(toastOf(command.id, command.options, close));
  });
  useEffect(() => receiveToasts((command) => obey(command)), []);
  return null;
}

function toastOf(id: string, options: ToastOptions, close: (id: string) => void) {
  const { title, description, type = 'success', action, sticky = false } = options;
  return {
    id,
    title,
    description,
    type,
    timeout: sticky ? 0 : visibleMs,
    ...(action && {
      actionProps: {
        children: action.label,
        onClick: () => {
          close(id);
          action.onClick();
        },
      },
    }),
  };
}

function Toasts() {
  const { toasts } = Base.useToastManager();
  return toasts.map((toast) => (
    <Base.Root
      key={toast.id}
      toast={toast}
      data-toast
      className={cn(
        'flex w-full items-start gap-3 rounded-lg border border-line bg-surface p-3.5 shadow-e3 transition',
        'duration-200 ease-out data-ending-style:opacity-0 data-limited:hidden',
        'data-starting-style:translate-y-3 data-starting-style:opacity-0',
      )}
    >
      {icons[(toast.type ?? 'success') as ToastType]}
      <div className="min-w-0 flex-1">
        <Base.Title className="font-semibold" />
        <Base.Description className="text-sm text-ink-2" />
      </div>
      {toast.actionProps ? (
        <Base.Action
          className={cn(
            'h-7 shrink-0 rounded-md px-2 text-sm font-medium text-accent hover:bg-accent-soft',
            'pointer-coarse:h-10',
          )}
        />
      ) : null}
      <Base.Close
        aria-label={strings.dismiss}
        className={cn(
          'grid size-7 shrink-0 place-items-center rounded-md text-ink-3 hover:bg-surface-2',
          'pointer-coarse:size-10',
        )}
      >
        <X aria-hidden className="size-4" />
      </Base.Close>
    </Base.Root>
  ));
}
