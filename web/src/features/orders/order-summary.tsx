import type { UseQueryResult } from '@tanstack/react-query';
import { errorText } from '@/lib/api-error';
import { formatInteger, formatMoney } from '@/lib/format';
import { ErrorBanner } from '@/ui/feedback/states';
import { type Figure, Figures } from '@/ui/layout/figures';
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

/** What all orders come to, whatever the filters below hide. It loads and fails on its own. */
export function OrderSummary({ query }: { query: UseQueryResult<Summary> }) {
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
      figures={data && figuresOf(data)}
      noted
      stale={error !== null}
    />
  );
}
