import { ClipboardList, Plus } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useActiveLocations } from '@/features/shared/use-locations';
import { useHotkey } from '@/lib/hotkeys';
import { useCan } from '@/lib/permissions';
import { useKeptQuery } from '@/lib/use-kept-query';
import { EmptyState } from '@/ui/feedback/states';
import { Button } from '@/ui/form/button';
import { ListView } from '@/ui/list/list-view';
import { lazy } from '@/ui/overlay/lazy';
import { stocktakesQuery } from './api';
import { locatedColumns, StocktakeCard, stocktakeColumns } from './stocktake-columns';
import { strings } from './strings';
import { useStocktakeAddress } from './use-stocktake-address';

const OpenDialog = lazy(() => import('./open-dialog'));

export function StocktakeList() {
  const address = useStocktakeAddress();
  const { page, limit } = address;
  const query = useKeptQuery(stocktakesQuery({ page, limit }));
  const located = useActiveLocations().length > 1;
  const [opening, setOpening] = useState(false);
  const canAdjust = useCan('stock.adjust');
  useHotkey('n', () => canAdjust && setOpening(true));
  const create = canAdjust ? (
    <Button variant="primary" onClick={() => setOpening(true)}>
      <Plus aria-hidden />
      {strings.create}
    </Button>
  ) : null;

  return (
    <>
      <ListView
        address={address}
        query={query}
        words={strings}
        filtered={false}
        filters={
          <div className="flex flex-wrap items-center justify-between gap-3 p-3 pl-4">
            <p className="text-sm text-ink-2">{strings.intro}</p>
            {create}
          </div>
        }
        empty={
          <EmptyState
            icon={ClipboardList}
            title={strings.emptyTitle}
            text={canAdjust ? strings.emptyText : strings.emptyReadOnly}
          >
            {create}
          </EmptyState>
        }
        table={{
          columns: located ? locatedColumns : stocktakeColumns,
          rowId: (stocktake) => String(stocktake.id),
          renderCard: (stocktake) => <StocktakeCard stocktake={stocktake} located={located} />,
        }}
      />
      <Suspense>{opening ? <OpenDialog onClose={() => setOpening(false)} /> : null}</Suspense>
    </>
  );
}
