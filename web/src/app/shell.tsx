import { CSPProvider } from '@base-ui/react/csp-provider';
import { useQueryClient } from '@tanstack/react-query';
import { Outlet, useRouter } from '@tanstack/react-router';
import { Suspense, useCallback, useEffect, useState } from 'react';
import { cn } from '@/lib/cn';
import { bindHotkeys } from '@/lib/hotkeys';
import { pendingCountsKey, readStorage } from '@/lib/stored-value';
import { Toaster } from '@/ui/feedback/toaster';
import { lazy } from '@/ui/overlay/lazy';
import { BottomBar } from './bottom-bar';
import { Footer } from './footer';
import { OfflineBanner } from './offline-banner';
import { useScannedProduct } from './scanned-product';
import { menuScreens } from './screens';
import { Sidebar } from './sidebar';
import { strings } from './strings';
import { TopBar } from './top-bar';
import { useUpdateToast } from './update-toast';

const CommandPalette = lazy(() => import('./command-palette'));
const ShortcutsHelp = lazy(() => import('./shortcuts-help'));

type Overlay = 'palette' | 'shortcuts' | null;

export function Shell() {
  const [overlay, setOverlay] = useState<Overlay>(null);
  useShellHotkeys(setOverlay);
  useUpdateToast();
  useScannedProduct();
  useWaitingCounts();
  const close = () => setOverlay(null);
  const showShortcuts = useCallback(() => setOverlay('shortcuts'), []);

  // The policy forbids style elements in the page, so Base UI is told to leave its own out.
  return (
    <CSPProvider disableStyleElements>
      <div className="min-h-dvh">
        <a
          href="#contenido"
          className={cn(
            'fixed top-2 left-2 z-50 -translate-y-20 rounded-md bg-accent px-3 py-2 font-medium text-on-accent',
            'focus:translate-y-0',
          )}
        >
          {strings.skip}
        </a>
        <Sidebar />
        <div className="flex min-h-dvh min-w-0 flex-col max-sm:pb-[calc(4rem+env(safe-area-inset-bottom))] sm:pl-16">
          <TopBar onSearch={() => setOverlay('palette')} />
          {/* As tall as the screen, so that the footer does not move through it while the content arrives. */}
          <main
            id="contenido"
            tabIndex={-1}
            className={cn(
              'mx-auto min-h-[calc(100dvh-3.5rem)] w-full max-w-[1440px] min-w-0 px-4 py-5 outline-none sm:px-6',
              'sm:py-6',
            )}
          >
            <OfflineBanner />
            <Outlet />
          </main>
          <Footer />
        </div>
        <BottomBar />
        <Suspense>
          {overlay === 'palette' ? <CommandPalette onClose={close} onShortcuts={showShortcuts} /> : null}
          {overlay === 'shortcuts' ? <ShortcutsHelp onClose={close} /> : null}
        </Suspense>
        <Toaster />
      </div>
    </CSPProvider>
  );
}

/** What was counted without a connection, perhaps before a reload, is sent from whatever screen is open. */
function useWaitingCounts() {
  const queryClient = useQueryClient();
  useEffect(() => {
    if (readStorage(pendingCountsKey) === null) return;
    void import('@/features/stocktakes/pending-send').then(
      ({ sendPending }) => sendPending(queryClient),
      () => undefined,
    );
  }, [queryClient]);
}

function useShellHotkeys(open: (overlay: Overlay) => void) {
  const router = useRouter();
  useEffect(() => {
    const goTo = menuScreens.map(({ path, letter }) => [
      `g ${letter.toLowerCase()}`,
      () => void router.navigate({ to: path }),
    ]);
    return bindHotkeys({
      'mod+k': () => open('palette'),
      '?': () => open('shortcuts'),
      ...Object.fromEntries(goTo),
    });
  }, [router, open]);
}
