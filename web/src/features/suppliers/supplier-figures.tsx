import { useQuery } from '@tanstack/react-query';
import { errorText } from '@/lib/api-error';
import { formatMoney, formatPercent } from '@/lib/format';
import { useCan } from '@/lib/permissions';
import { Notice } from '@/ui/feedback/states';
import { showToast } from '@/ui/feedback/toast';
import { Button } from '@/ui/form/button';
import { type Figure, QueriedFigures } from '@/ui/layout/figures';
import { type Supplier, type SupplierStats, supplierStatsQuery, useChangeSupplier } from './api';
import { strings as list, detailStrings as s } from './strings';

/** How the supplier has done: on time, complete, how long it took, and what came of it. */
export function SupplierFigures({ supplier }: { supplier: Supplier }) {
  const query = useQuery(supplierStatsQuery(supplier.id));
  const withSpend = useCan('costs.read');
  const labels = [s.onTime, s.complete, s.lead, ...(withSpend ? [s.spend] : [])];
  return (
    <>
      <QueriedFigures
        label={s.figures}
        loadingLabel={s.figuresLoading}
        failedTitle={s.figuresFailed}
        labels={labels}
        noted
        query={query}
        figuresOf={(stats) => figuresOf(stats, withSpend)}
      />
      {query.data ? <Learnt supplier={supplier} stats={query.data} /> : null}
    </>
  );
}

function share(percent: number | null): string {
  return percent === null ? s.unknown : formatPercent(percent);
}

function figuresOf(stats: SupplierStats, withSpend: boolean): Figure[] {
  const { leadDays: lead, spend } = stats;
  return [
    { label: s.onTime, value: share(stats.onTimePercent), note: stats.onTimeOf > 0 ? s.onTimeOf(stats.onTimeOf) : '' },
    {
      label: s.complete,
      value: share(stats.completePercent),
      note: stats.completeOf > 0 ? s.completeOf(stats.completeOf) : '',
    },
    {
      label: s.lead,
      value: lead.median === null ? s.unknown : list.days(lead.median),
      note: lead.low === null || lead.high === null ? '' : s.leadOf(lead.low, lead.high),
    },
    ...(withSpend
      ? [
          {
            label: s.spend,
            value:
              spend === undefined || spend.length === 0
                ? list.none
                : spend.map((one) => formatMoney(one.spend ?? 0, one.currency)).join(' · '),
          },
        ]
      : []),
  ];
}

/** What deliveries really took is offered where it is not what the supplier's page says. */
function Learnt({ supplier, stats: { leadDays: lead } }: { supplier: Supplier; stats: SupplierStats }) {
  const canEdit = useCan('purchases.edit') && supplier.mergedInto === null;
  const change = useChangeSupplier();
  const { learnt, learntFrom } = lead;
  if (!canEdit || learnt === null || learntFrom < 2 || learnt === supplier.leadDays) return null;

  async function take(leadDays: number) {
    try {
      await change.mutateAsync({ seen: supplier, change: { leadDays } });
    } catch (error) {
      showToast({ type: 'error', title: s.changeFailed, description: errorText(error) });
    }
  }

  return (
    <Notice tone="info" title={s.learnt(learnt, learntFrom)} className="mb-5">
      <Button size="sm" busy={change.isPending} onClick={() => void take(learnt)}>
        {s.useLearnt}
      </Button>
    </Notice>
  );
}
