import type { ReactNode } from 'react';

/** A name on the left and its value on the right, inside a `dl`. */
export function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex justify-between gap-4 py-2">
      <dt className="shrink-0 text-ink-2">{label}</dt>
      <dd className="num min-w-0 text-right wrap-anywhere">{children}</dd>
    </div>
  );
}
