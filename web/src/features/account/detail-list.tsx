import type { ReactNode } from 'react';

/** Names on the left, values on the right, a hairline between; one under the other where it is narrow. */
export function DetailList({ children }: { children: ReactNode }) {
  return <dl className="ruled border-t border-line">{children}</dl>;
}

export function Detail({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[9rem_minmax(0,1fr)] gap-x-4 py-2.5">
      <dt className="text-ink-2">{term}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </div>
  );
}
