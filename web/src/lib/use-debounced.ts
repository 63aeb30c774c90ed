import { useEffect, useState } from 'react';

/** The value as it was when it last rested for a moment; for calls that follow what a user types. */
export function useDebounced<Value>(value: Value, delayMs = 300): Value {
  const [rested, setRested] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), delayMs);
    return () => clearTimeout(timer);
  }, [value, delayMs]);
  return rested;
}
