import { useQuery } from '@tanstack/react-query';
import { formatDate, formatDecimal, formatInteger, formatMoney } from '@/lib/format';
import { useCan } from '@/lib/permissions';
import { type Figure, Figures } from '@/ui/layout/figures';
import { marginQuery, type StockMargin, type StockSummary as Summary } from './api';
import { stockStrings as s } from './strings';

const labels = [s.products, s.units, s.saleValue];
const labelsWithCosts = [s.products, s.units, s.costValue, s.saleValue, s.margin];

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

/** What would be earned, with the rate by which costs became prices; nothing is known where nobody gave one. */
function marginFigure(stock: StockMargin | undefined): Figure {
  const { margin, marginRate = null, marginRateOn = null, salesCurrency } = stock ?? {};
  if (margin === undefined || salesCurrency === undefined || stock?.products === 0) {
    return { label: s.margin, value: s.unknown, note: stock?.known === false ? s.marginUnknown : '' };
  }
  const percent = margin.percent === null ? null : `${formatDecimal(margin.percent)} %`;
  const rate =
    marginRate === null || marginRateOn === null
      ? null
      : s.marginRate(formatDecimal(marginRate, 4), formatDate(`${marginRateOn}T12:00:00Z`));
  return { label: s.margin, value: formatMoney(margin.amount, salesCurrency), note: s.marginNote(percent, rate) };
}

export function StockSummary({ summary, stale }: { summary: Summary | undefined; stale: boolean }) {
  const withCosts = useCan('costs.read');
  const { data: margin } = useQuery({ ...marginQuery, enabled: withCosts });
  const figures = summary && figuresOf(summary);
  return (
    <Figures
      label={s.summary}
      loadingLabel={s.loading}
      labels={withCosts ? labelsWithCosts : labels}
      figures={figures && (withCosts ? [...figures, marginFigure(margin)] : figures)}
      noted
      stale={stale}
    />
  );
}
