import type { ReactNode } from 'react';
import { useDocumentTitle } from '@/lib/document-title';

type PageHeaderProps = {
  title: string;
  /** Null while it is not known yet: its line keeps its place, so that nothing moves when it arrives. */
  subtitle?: ReactNode;
  actions?: ReactNode;
};

const noBreakSpace = '\u00a0';

/** The page's only h1, and the title of its tab. It can receive focus because navigation moves it there. */
export function PageHeader({ title, subtitle, actions }: PageHeaderProps) {
  useDocumentTitle(title);
  return (
    <header className="mb-5 flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
      <div className="min-w-0">
        <h1 tabIndex={-1} className="text-xl font-semibold tracking-[-0.02em] wrap-anywhere">
          {title}
        </h1>
        {subtitle === undefined ? null : <p className="num text-ink-2">{subtitle ?? noBreakSpace}</p>}
      </div>
      {actions ? <div className="flex flex-wrap items-center gap-2 max-sm:w-full">{actions}</div> : null}
    </header>
  );
}
