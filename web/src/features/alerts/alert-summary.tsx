import type { UseQueryResult } from '@tanstack/react-query';
import { errorText } from '@/lib/api-error';
import { formatInteger } from '@/lib/format';
import { ErrorBanner } from '@/ui/feedback/states';
import { type Tone, toneText } from '@/ui/feedback/tone';
import { Figures } from '@/ui/layout/figures';
import type { AlertSummary as Summary } from './api';
import { strings } from './strings';

const labels = [strings.outOfStock, strings.critical, strings.low, strings.resolved];

/** A figure has the colour of its level as long as there is something to do. */
function Count({ count, tone }: { count: number; tone?: Tone }) {
  return <span className={count > 0 && tone ? toneText[tone] : undefined}>{formatInteger(count)}</span>;
}

/** How many alerts there are, whatever the filters below hide. It loads and fails on its own. */
export function AlertSummary({ query }: { query: UseQueryResult<Summary> }) {
  const { data, error, refetch } = query;
  if (error && !data) {
    return (
      <div className="mb-5">
        <ErrorBanner title={strings.summaryFailed} text={errorText(error)} onRetry={() => void refetch()} />
      </div>
    );
  }
  return (
    <Figures
      label={strings.summary}
      loadingLabel={strings.loading}
      labels={labels}
      figures={
        data && [
          { label: strings.outOfStock, value: <Count count={data.outOfStock} tone="out" /> },
          { label: strings.critical, value: <Count count={data.critical} tone="crit" /> },
          { label: strings.low, value: <Count count={data.low} tone="low" /> },
          { label: strings.resolved, value: <Count count={data.resolved} /> },
        ]
      }
      stale={error !== null}
    />
  );
}
