import { formatInteger, formatMoney } from '@/lib/format';
import { useCan } from '@/lib/permissions';
import { type Figure, Figures } from '@/ui/layout/figures';
import type { EntrySummary as Summary } from './api';
import { strings } from './strings';

const labels = [strings.totalEntries, strings.units, strings.purchases];
const labelsWithCosts = [strings.totalEntries, strings.units, strings.totalValue, strings.purchases];

/** What entries cost in each currency: amounts in two of them have no sum. */
function costsOf({ costs, currency }: Summary): string {
  const amounts = (costs ?? []).map((cost) => formatMoney(cost.totalCost ?? 0, cost.currency));
  return amounts.length === 0 ? formatMoney(0, currency) : amounts.join(' + ');
}

function figuresOf(summary: Summary): Figure[] {
  const { entries, units, totalCost, purchases } = summary;
  return [
    { label: strings.totalEntries, value: formatInteger(entries) },
    { label: strings.units, value: formatInteger(units) },
    ...(totalCost === undefined ? [] : [{ label: strings.totalValue, value: costsOf(summary) }]),
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
