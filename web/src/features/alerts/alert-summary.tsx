import type { UseQueryResult } from '@tanstack/react-query';
import { formatInteger } from '@/lib/format';
import { type Tone, toneText } from '@/ui/feedback/tone';
import { type Figure, QueriedFigures } from '@/ui/layout/figures';
import type { AlertSummary as Summary } from './api';
import { strings } from './strings';

const labels = [strings.outOfStock, strings.critical, strings.low, strings.late, strings.resolved];

/** A figure has the colour of its level as long as there is something to do. */
function Count({ count, tone }: { count: number; tone?: Tone }) {
  return <span className={count > 0 && tone ? toneText[tone] : undefined}>{formatInteger(count)}</span>;
}

function figuresOf({ outOfStock, critical, low, late, resolved }: Summary): Figure[] {
  return [
    { label: strings.outOfStock, value: <Count count={outOfStock} tone="out" /> },
    { label: strings.critical, value: <Count count={critical} tone="crit" /> },
    { label: strings.low, value: <Count count={low} tone="low" /> },
    { label: strings.late, value: <Count count={late} tone="crit" /> },
    { label: strings.resolved, value: <Count count={resolved} /> },
  ];
}

/** How many alerts there are. */
export function AlertSummary({ query }: { query: UseQueryResult<Summary> }) {
  return (
    <QueriedFigures
      query={query}
      failedTitle={strings.summaryFailed}
      label={strings.summary}
      loadingLabel={strings.loading}
      labels={labels}
      figuresOf={figuresOf}
    />
  );
}
