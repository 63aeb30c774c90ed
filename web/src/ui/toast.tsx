import { Toast as Base } from '@base-ui/react/toast';
import { CircleAlert, CircleCheck, Info, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { overlayRoot } from './overlay-root';
import { strings } from './strings';

type ToastType = 'success' | 'info' | 'error';

type ToastOptions = {
  title: string;
  description?: string;
  type?: ToastType;
  action?: { label: string; onClick: () => void };
  /** Stays until it is closed; only for what waits for a decision, such as a new version. */
  sticky?: boolean;
};

const visibleMs = 6000;
const manager = Base.createToastManager();

/** Confirms what just happened. Errors that must be read belong beside their cause instead. */
export function showToast({
  title,
  description,
  type = 'success',
  action,
  sticky = false,
}: ToastOptions): string {
  const id = manager.add({
    title,
    description,
    type,
    timeout: sticky ? 0 : visibleMs,
    ...(action && {
      actionProps: {
        children: action.label,
        onClick: () => {
          manager.close(id);
          action.onClick();
        },
      },
    }),
  });
  return id;
}

export function closeToast(id: string) {
  manager.close(id);
}

const icons = {
  success: <CircleCheck aria-hidden className="mt-0.5 size-4.5 shrink-0 text-ok-solid" />,
  info: <Info aria-hidden className="mt-0.5 size-4.5 shrink-0 text-info-solid" />,
  error: <CircleAlert aria-hidden className="mt-0.5 size-4.5 shrink-0 text-out-solid" />,
};

function ToastList() {
  const { toasts } = Base.useToastManager();
  return toasts.map((toast) => (
    <Base.Root
      key={toast.id}
      toast={toast}
      className="flex w-full items-start gap-3 rounded-lg border border-line bg-surface p-3.5 shadow-e3 transition duration-200 ease-out data-ending-style:opacity-0 data-limited:hidden data-starting-style:translate-y-3 data-starting-style:opacity-0"
    >
      {icons[(toast.type ?? 'success') as ToastType]}
      <div className="min-w-0 flex-1">
        <Base.Title className="font-semibold" />
        <Base.Description className="text-sm text-ink-2" />
      </div>
      {toast.actionProps ? (
        <Base.Action className="h-7 shrink-0 rounded-md px-2 text-sm font-medium text-accent hover:bg-accent-soft" />
      ) : null}
      <Base.Close
        aria-label={strings.dismiss}
        className="grid size-7 shrink-0 place-items-center rounded-md text-ink-3 hover:bg-surface-2"
      >
        <X aria-hidden className="size-4" />
      </Base.Close>
    </Base.Root>
  ));
}

/** Bottom right, and above the bottom bar on phones. */
export function Toaster({ children }: { children?: ReactNode }) {
  return (
    <Base.Provider toastManager={manager} timeout={visibleMs} limit={3}>
      {children}
      <Base.Portal container={overlayRoot()}>
        <Base.Viewport
          aria-label={strings.toasts}
          className="fixed right-4 bottom-4 z-70 flex w-[min(27rem,calc(100vw-2rem))] flex-col gap-2 max-sm:bottom-20"
        >
          <ToastList />
        </Base.Viewport>
      </Base.Portal>
    </Base.Provider>
  );
}
