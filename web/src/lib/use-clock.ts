import { useEffect, useState } from 'react';

const clockMs = 30_000;

/** The time of day, moved on every half minute. */
export function useClock(): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), clockMs);
    return () => clearInterval(timer);
  }, []);
  return now;
}
