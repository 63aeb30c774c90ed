import '@testing-library/jest-dom/vitest';
import { afterEach } from 'vitest';
import { reportReachable } from '@/lib/online';

// Files share what a module remembers: a server that one could not reach must not be out of reach in the next.
afterEach(() => reportReachable(true));

// Tests of pure functions run without a browser and need none of this.
if (typeof window !== 'undefined') {
  const { cleanup, configure } = await import('@testing-library/react');
  const { clearSession } = await import('@/lib/session-store');
  const { receiveToasts } = await import('@/ui/feedback/toast');
  // What has to appear may take its time on a busy machine; a test that passes waits no longer for it.
  configure({ asyncUtilTimeout: 10_000 });
  afterEach(() => {
    cleanup();
    // One browser serves many files, so everything it remembers goes with the test that left it.
    clearSession();
    const stopReceiving = receiveToasts(() => {});
    stopReceiving();
    localStorage.clear();
    sessionStorage.clear();
  });
}
