import { type ReactNode, useEffect, useRef } from 'react';

/** Brings what it holds into view when it appears: an answer below the fold of a long form is no answer. */
export function IntoView({ children }: { children: ReactNode }) {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Newer browsers answer with a promise, which must not be taken for the effect's clean-up.
    element.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return <div ref={element}>{children}</div>;
}
