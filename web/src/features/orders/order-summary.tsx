import type { UseQueryResult } from '@tanstack/react-query';
import { formatInteger, formatMoney } from '@/lib/format';
import { type Figure, QueriedFigures } from '@/ui/layout/figures';
import type { OrderSummary as Summary } from './api';
import { strings } from './strings';

const labels = [strings.totalOrders, strings.totalAmount, strings.averageValue, strings.delivered];

/** Amounts of different currencies are never added: each one stands for itself. */
function otherAmounts({ amountsByCurrency, currency }: Summary): string {
  return amountsByCurrency
    .filter((other) => other.currency !== currency && other.count > 0)
    .map((other) => strings.otherAmount(formatMoney(other.amount, other.currency), other.count))
    .join(' · ');
}

export function figuresOf(summary: Summary): Figure[] {
  const { totalOrders, totalAmount, averageOrderValue, currency, ordersByStatus, shippedToday } = summary;
  const others = otherAmounts(summary);
  const open = (ordersByStatus.pending ?? 0) + (ordersByStatus.processing ?? 0);
  return [
    { label: strings.totalOrders, value: formatInteger(totalOrders), note: strings.toShip(open) },
    {
      label: strings.totalAmount,
      value: formatMoney(totalAmount, currency),
      note: others === '' ? strings.soldOnly : `+ ${others}`,
    },
    {
      label: strings.averageValue,
      value: formatMoney(averageOrderValue, currency),
      note: others === '' ? strings.soldOnly : strings.averageOf(currency),
    },
    {
      label: strings.delivered,
      value: formatInteger(ordersByStatus.delivered ?? 0),
      note: strings.shippedToday(shippedToday),
    },
  ];
}

/** What all orders come to. */
export function OrderSummary({ query }: { query: UseQueryResult<Summary> }) {
  return (
    <QueriedFigures
      query={query}
      failedTitle={strings.summaryFailed}
      label={strings.summary}
      loadingLabel={strings.loading}
      labels={labels}
      figuresOf={figuresOf}
      noted
    />
  );
}
