import { type ReactNode, useState } from 'react';
import { errorText } from '@/lib/api-error';
import { formatTime } from '@/lib/format';
import { useErrorBeside } from '@/lib/online';
import { ErrorBanner } from '@/ui/feedback/states';
import { Card } from '@/ui/layout/card';
import { listStrings } from './list-strings';

type ListCardProps = {
  /** Names the region. */
  label: string;
  /** The title of the banner that says a load failed. */
  failedTitle: string;
  error: Error | null;
  /** When the rows below arrived; 0 while there are none. */
  loadedAt: number;
  onRetry: () => void;
  children: ReactNode;
};

/** The card of a list: what could not be loaded is said above it, and the last rows that arrived stay. */
export function ListCard(props: ListCardProps) {
  const { label, failedTitle, loadedAt, onRetry, children } = props;
  const [dismissed, setDismissed] = useState<Error | null>(null);
  const error = useErrorBeside(loadedAt !== 0, props.error);
  return (
    <div className="stack-4">
      {error && error !== dismissed ? (
        <ErrorBanner
          title={failedTitle}
          text={loadedAt === 0 ? errorText(error) : listStrings.dataOf(errorText(error), formatTime(loadedAt))}
          onRetry={onRetry}
          onDismiss={() => setDismissed(error)}
        />
      ) : null}
      <Card aria-label={label}>{children}</Card>
    </div>
  );
}
