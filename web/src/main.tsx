import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { businessKnown, followBusinessZone } from '@/app/business-zone';
import { followLiveUpdates } from '@/app/live-updates';
import { queryClient } from '@/app/query-client';
import { focusHeadingOnNavigation, router } from '@/app/router';
import { watchForLostParts, watchForUpdates } from '@/app/update';
import { listenForCodes } from '@/lib/barcode-reader';
import { forgetWithPerson } from '@/lib/personal';
import { followDensity } from '@/lib/preferences';
import { startSession } from '@/lib/session';
import { followTheme } from '@/lib/theme';
import './styles/index.css';

/** Fetched when the page is at rest: nobody needs it while everything is well. */
function keepData() {
  if (!import.meta.env.PROD) return;
  const start = () => void import('@/app/offline-data').then((module) => module.keepDataForOffline(queryClient));
  window.addEventListener('load', start, { once: true });
}

followTheme();
followDensity();
// One person's data must never be shown to the next one on the same machine.
forgetWithPerson(() => queryClient.clear());
followBusinessZone(queryClient);
startSession(businessKnown(queryClient, followLiveUpdates(queryClient).heard));
focusHeadingOnNavigation();
listenForCodes();
watchForUpdates();
watchForLostParts();
keepData();

const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>,
  );
}
