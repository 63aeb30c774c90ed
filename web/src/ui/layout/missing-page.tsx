import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { errorText } from '@/lib/api-error';
import { EmptyState, ErrorState } from '@/ui/feedback/states';
import { Card } from './card';
import { PageHeader } from './page-header';

type NotFoundPageProps = {
  /** The name of the screen, since what it is about has none. */
  screen: string;
  icon: LucideIcon;
  title: string;
  text: string;
  /** The way back. */
  children: ReactNode;
};

/** In place of a thing whose address leads nowhere. */
export function NotFoundPage({ screen, icon, title, text, children }: NotFoundPageProps) {
  return (
    <>
      <PageHeader title={screen} />
      <Card>
        <EmptyState icon={icon} title={title} text={text}>
          {children}
        </EmptyState>
      </Card>
    </>
  );
}

type FailedPageProps = {
  screen: string;
  title: string;
  error: unknown;
  onRetry: () => void;
  children: ReactNode;
};

/** In place of a thing that could not be loaded. */
export function FailedPage({ screen, title, error, onRetry, children }: FailedPageProps) {
  return (
    <>
      <PageHeader title={screen} />
      <Card>
        <ErrorState title={title} text={errorText(error)} onRetry={onRetry}>
          {children}
        </ErrorState>
      </Card>
    </>
  );
}
