import { useEffect, useState } from 'react';

const shownMs = 3000;

/** Good news that leaves by itself after three seconds; showing it again starts the time anew. */
export function useBriefNotice() {
  const [shownSince, setShownSince] = useState<number | null>(null);

  useEffect(() => {
    if (shownSince === null) return;
    const timer = setTimeout(() => setShownSince(null), shownMs);
    return () => clearTimeout(timer);
  }, [shownSince]);

  return { shown: shownSince !== null, show: () => setShownSince(Date.now()) };
}
