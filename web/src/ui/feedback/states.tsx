import { CircleAlert, CircleCheck, Info, type LucideIcon, RotateCw, TriangleAlert, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { cn } from '@/lib/cn';
import { Button } from '@/ui/form/button';
import { strings } from '@/ui/strings';

type LoadingRegionProps = { label: string; children: ReactNode; className?: string | undefined };

/** The region's final layout drawn with skeletons; the label is what people hear («Cargando perfil…»). */
export function LoadingRegion({ label, children, className }: LoadingRegionProps) {
  return (
    <div role="status" aria-label={label} className={className}>
      {children}
    </div>
  );
}

type EmptyStateProps = {
  icon: LucideIcon;
  title: string;
  text: ReactNode;
  /** The primary action and its alternative. */
  children?: ReactNode;
  className?: string;
};

export function EmptyState({ icon: Icon, title, text, children, className }: EmptyStateProps) {
  return (
    <div className={cn('flex flex-col items-center justify-center px-6 py-16 text-center', className)}>
      <span className="mb-4 grid size-12 place-items-center rounded-xl border border-line bg-surface-2 text-ink-2">
        <Icon aria-hidden className="size-5.5" strokeWidth={1.75} />
      </span>
      <h2 className="text-lg font-semibold">{title}</h2>
      <p className="mt-1 max-w-md text-balance text-ink-2">{text}</p>
      {children ? <div className="mt-5 flex flex-wrap justify-center gap-2">{children}</div> : null}
    </div>
  );
}

type NoMatchProps = { icon: LucideIcon; title: string; text: string; onClear: () => void };

/** There is data, but the filters hide all of it. */
export function NoMatch({ icon, title, text, onClear }: NoMatchProps) {
  return (
    <EmptyState icon={icon} title={title} text={text}>
      <Button onClick={onClear}>{strings.clearAll}</Button>
    </EmptyState>
  );
}

type ErrorStateProps = {
  title: string;
  text: string;
  onRetry?: () => void;
  children?: ReactNode;
  /** Where nothing of the screen is left that would have its title. */
  heading?: 'h1' | 'h2';
};

/** A whole page or panel could not be loaded and there is nothing older to show. */
export function ErrorState({ title, text, onRetry, children, heading: Heading = 'h2' }: ErrorStateProps) {
  return (
    <div role="alert" className="flex flex-col items-center justify-center px-6 py-16 text-center">
      <span className="mb-4 grid size-12 place-items-center rounded-xl bg-out-bg text-out-fg">
        <TriangleAlert aria-hidden className="size-5.5" strokeWidth={1.75} />
      </span>
      <Heading tabIndex={-1} className="text-lg font-semibold outline-none">
        {title}
      </Heading>
      <p className="mt-1 max-w-md text-balance text-ink-2">{text}</p>
      <div className="mt-5 flex flex-wrap justify-center gap-2">
        {onRetry ? (
          <Button onClick={onRetry}>
            <RotateCw aria-hidden />
            {strings.retry}
          </Button>
        ) : null}
        {children}
      </div>
    </div>
  );
}

type ErrorBannerProps = { title: string; text: string; onRetry?: () => void; onDismiss?: () => void };

/** Something failed, and what was loaded before stays visible below. */
export function ErrorBanner({ title, text, onRetry, onDismiss }: ErrorBannerProps) {
  return (
    <div
      role="alert"
      className={cn(
        'flex flex-wrap items-start gap-x-3 gap-y-2 rounded-lg border border-out-solid/40 bg-out-bg px-4 py-3',
        'text-out-fg',
      )}
    >
      <TriangleAlert aria-hidden className="mt-0.5 size-4.5 shrink-0" />
      <div className="min-w-48 flex-1">
        <p className="font-semibold">{title}</p>
        <p className="text-sm">{text}</p>
      </div>
      <div className="flex items-center gap-1 max-sm:w-full max-sm:justify-between max-sm:pl-7.5">
        {onRetry ? (
          <Button size="sm" onClick={onRetry}>
            <RotateCw aria-hidden />
            {strings.retry}
          </Button>
        ) : null}
        {onDismiss ? (
          <Button
            variant="ghost"
            size="iconSm"
            aria-label={strings.dismiss}
            className="text-out-fg not-disabled:hover:bg-surface/40 not-disabled:hover:text-out-fg"
            onClick={onDismiss}
          >
            <X aria-hidden />
          </Button>
        ) : null}
      </div>
    </div>
  );
}

/** The box above a submit button: what went wrong with the form as a whole. */
export function FormError({ children }: { children: ReactNode }) {
  return (
    <div role="alert" className="flex gap-2.5 rounded-md bg-out-bg px-3 py-2.5 text-sm text-out-fg">
      <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      <div className="min-w-0 wrap-anywhere">{children}</div>
    </div>
  );
}

const noticeLook = {
  ok: { icon: CircleCheck, className: 'bg-ok-bg text-ok-fg' },
  info: { icon: Info, className: 'bg-info-bg text-info-fg' },
  low: { icon: TriangleAlert, className: 'bg-low-bg text-low-fg' },
};

type NoticeProps = {
  tone: keyof typeof noticeLook;
  title?: string;
  children?: ReactNode;
  className?: string;
};

/** Good or neutral news that belongs on the page: «Perfil actualizado exitosamente». */
export function Notice({ tone, title, children, className }: NoticeProps) {
  const { icon: Icon, className: look } = noticeLook[tone];
  return (
    <div role="status" className={cn('flex gap-2.5 rounded-md px-3 py-2.5 text-sm', look, className)}>
      <Icon aria-hidden className="mt-0.5 size-4 shrink-0" />
      <div className="min-w-0 wrap-anywhere">
        {title === undefined ? null : <p className="font-semibold">{title}</p>}
        {children}
      </div>
    </div>
  );
}
