import { formatInteger, formatMoney } from '@/lib/format';
import { useCan } from '@/lib/permissions';
import { type Figure, Figures } from '@/ui/layout/figures';
import type { StockSummary as Summary } from './api';
import { stockStrings as s } from './strings';

const labels = [s.products, s.units, s.saleValue];
const labelsWithCosts = [s.products, s.units, s.costValue, s.saleValue];

/** Nothing known is not the same as nothing. */
function amountOf(value: number, unknown: number, currency: string): string {
  return value === 0 && unknown > 0 ? s.unknown : formatMoney(value, currency);
}

/** What the filtered stock comes to, and what the values leave out. */
function figuresOf(summary: Summary): Figure[] {
  const { costValue, withoutCost = 0, withoutPrice } = summary;
  return [
    { label: s.products, value: formatInteger(summary.products) },
    { label: s.units, value: formatInteger(summary.units), note: s.inStock },
    // A person who may not know costs is told none.
    ...(costValue === undefined
      ? []
      : [
          {
            label: s.costValue,
            value: amountOf(costValue, withoutCost, summary.purchaseCurrency),
            note: withoutCost > 0 ? s.withoutCost(withoutCost) : s.allCosts,
          },
        ]),
    {
      label: s.saleValue,
      value: amountOf(summary.saleValue, withoutPrice, summary.salesCurrency),
      note: withoutPrice > 0 ? s.withoutPrice(withoutPrice) : s.allPrices,
    },
  ];
}

export function StockSummary({ summary, stale }: { summary: Summary | undefined; stale: boolean }) {
  const withCosts = useCan('costs.read');
  return (
    <Figures
      label={s.summary}
      loadingLabel={s.loading}
      labels={withCosts ? labelsWithCosts : labels}
      figures={summary && figuresOf(summary)}
      noted
      stale={stale}
    />
  );
}
