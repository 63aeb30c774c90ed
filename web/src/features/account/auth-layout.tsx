import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { businessQuery } from '@/lib/business';
import { cn } from '@/lib/cn';
import { productName, useDocumentTitle } from '@/lib/document-title';
import { Logo } from '@/ui/layout/logo';
import { ShelfPicture } from './shelf-picture';
import { strings } from './strings';

const s = strings.layout;
const year = new Date().getFullYear();

type AuthLayoutProps = {
  title: string;
  subtitle?: ReactNode;
  /** Above the title of a screen that says how something ended. */
  icon?: ReactNode;
  children: ReactNode;
  /** A long form starts higher and takes two columns. */
  wide?: boolean;
};

/** The frame of every screen outside the shell: who we are, one task, and the shelves beside it. */
export function AuthLayout({ title, subtitle, icon, children, wide = false }: AuthLayoutProps) {
  useDocumentTitle(title);
  return (
    <div className="grid min-h-dvh lg:grid-cols-[minmax(26rem,1fr)_1.15fr]">
      <div className="flex min-w-0 flex-col px-6 py-8 sm:px-12">
        <Brand />
        <main
          className={cn(
            'mx-auto w-full flex-1 pb-10',
            // Anchored from above, so that nothing moves when a message or a box appears below.
            wide ? 'max-w-md pt-10' : 'max-w-sm pt-[max(2.5rem,calc(50dvh-17.25rem))]',
          )}
        >
          {icon === undefined ? null : <div className="mb-5">{icon}</div>}
          <h1 tabIndex={-1} className="text-2xl font-semibold tracking-[-0.03em] text-balance">
            {title}
          </h1>
          {subtitle === undefined ? null : <p className="mt-1.5 text-ink-2">{subtitle}</p>}
          <div className={subtitle === undefined ? 'mt-3' : 'mt-8'}>{children}</div>
        </main>
        <Foot />
      </div>
      <Wall />
    </div>
  );
}

function Brand() {
  const { data: business } = useQuery(businessQuery);
  return (
    <header className="flex items-center gap-3">
      <Logo size={36} />
      <div className="leading-tight">
        <p className="text-lg font-semibold tracking-[-0.02em]">{business?.name ?? productName}</p>
        <p className="text-sm text-ink-2">{business?.subtitle ?? s.subtitle}</p>
      </div>
    </header>
  );
}

function Foot() {
  const { data: business } = useQuery(businessQuery);
  return (
    <footer className="text-xs text-ink-3">{s.foot(business?.version, year, business?.name ?? productName)}</footer>
  );
}

const legend = [
  { label: s.legend.ok, className: 'bg-rail-accent' },
  { label: s.legend.low, className: 'bg-low-solid' },
  { label: s.legend.crit, className: 'bg-crit-solid' },
  { label: s.legend.out, className: 'bg-out-solid' },
];

function Wall() {
  return (
    <aside
      className={cn(
        'sticky top-0 flex h-dvh flex-col justify-between gap-8 overflow-hidden bg-rail p-14 text-rail-ink',
        'max-lg:hidden',
      )}
    >
      <ShelfPicture className="min-h-0 w-full shrink" />
      <div>
        <p className="max-w-lg text-2xl font-semibold tracking-[-0.03em] text-balance">{s.claim}</p>
        <ul className="mt-5 flex flex-wrap gap-x-5 gap-y-1 text-sm text-rail-ink-2">
          {legend.map(({ label, className }) => (
            <li key={label} className="flex items-center gap-2">
              <span data-theme="dark" className={cn('size-2.5 rounded-[3px]', className)} />
              {label}
            </li>
          ))}
        </ul>
      </div>
    </aside>
  );
}

/** A line with words in it: «¿No tienes cuenta?». */
export function Divider({ children }: { children: ReactNode }) {
  return (
    <div className="my-7 flex items-center gap-3 text-sm text-ink-3">
      <span className="h-px flex-1 bg-line" />
      {children}
      <span className="h-px flex-1 bg-line" />
    </div>
  );
}

/** The look of a link between words or at the end of a label. */
export const textLinkClass = 'rounded-sm text-sm font-medium text-accent hover:underline';
