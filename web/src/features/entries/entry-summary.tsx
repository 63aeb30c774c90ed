import { formatInteger, formatMoney } from '@/lib/format';
import { useCan } from '@/lib/permissions';
import { type Figure, Figures } from '@/ui/layout/figures';
import type { EntrySummary as Summary } from './api';
import { strings } from './strings';

const labels = [strings.totalEntries, strings.units, strings.purchases];
const labelsWithCosts = [strings.totalEntries, strings.units, strings.totalValue, strings.purchases];

function figuresOf({ entries, units, totalCost, currency, purchases }: Summary): Figure[] {
  return [
    { label: strings.totalEntries, value: formatInteger(entries) },
    { label: strings.units, value: formatInteger(units) },
    ...(totalCost === undefined ? [] : [{ label: strings.totalValue, value: formatMoney(totalCost, currency) }]),
    { label: strings.purchases, value: formatInteger(purchases) },
  ];
}

/** What the filtered entries come to. */
export function EntrySummary({ summary, stale }: { summary: Summary | undefined; stale: boolean }) {
  const withCosts = useCan('costs.read');
  return (
    <Figures
      label={strings.summary}
      loadingLabel={strings.loading}
      labels={withCosts ? labelsWithCosts : labels}
      figures={summary && figuresOf(summary)}
      stale={stale}
    />
  );
}
