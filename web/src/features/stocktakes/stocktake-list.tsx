import { ClipboardList, Plus } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useActiveLocations } from '@/features/stock/use-locations';
import { useHotkey } from '@/lib/hotkeys';
import { useCan } from '@/lib/permissions';
import { useKeptQuery } from '@/lib/use-kept-query';
import { Button } from '@/ui/button';
import { DataTable } from '@/ui/data-table';
import { ListCard } from '@/ui/list-card';
import { Pagination } from '@/ui/pagination';
import { EmptyState, LoadingRegion } from '@/ui/states';
import { type StocktakeList as List, stocktakesQuery } from './api';
import { locatedColumns, StocktakeCard, stocktakeColumns } from './stocktake-columns';
import { strings } from './strings';
import { useStocktakeAddress } from './use-stocktake-address';

const OpenDialog = lazy(() => import('./open-dialog'));

export function StocktakeList() {
  const address = useStocktakeAddress();
  const { page, limit } = address;
  const { data: list, error, loadedAt, isStale, retry } = useKeptQuery(stocktakesQuery({ page, limit }));
  const [opening, setOpening] = useState(false);
  const canAdjust = useCan('stock.adjust');
  useHotkey('n', () => canAdjust && setOpening(true));
  const create = canAdjust ? (
    <Button onClick={() => setOpening(true)}>
      <Plus aria-hidden />
      {strings.create}
    </Button>
  ) : null;

  return (
    <>
      <ListCard
        label={strings.list}
        failedTitle={strings.loadFailed}
        error={error}
        loadedAt={loadedAt}
        onRetry={retry}
      >
        {list?.count === 0 ? (
          <EmptyState
            icon={ClipboardList}
            title={strings.emptyTitle}
            text={canAdjust ? strings.emptyText : strings.emptyReadOnly}
          >
            {create}
          </EmptyState>
        ) : (
          <>
            <div className="flex flex-wrap items-center justify-between gap-3 p-3 pl-4">
              <p className="max-w-prose text-sm text-ink-2">{strings.intro}</p>
              {create}
            </div>
            {list || !error ? <Rows list={list} stale={isStale} /> : null}
          </>
        )}
        {list && list.count > 0 ? (
          <Pagination
            page={page}
            pageSize={limit}
            count={list.count}
            countIsCapped={list.countIsCapped ?? false}
            hrefOf={address.hrefOf}
            onPageChange={address.goTo}
            onPageSizeChange={(porPagina) => address.change({ porPagina })}
          />
        ) : null}
      </ListCard>
      <Suspense>{opening ? <OpenDialog onClose={() => setOpening(false)} /> : null}</Suspense>
    </>
  );
}

function Rows({ list, stale }: { list: List | undefined; stale: boolean }) {
  const located = useActiveLocations().length > 1;
  const table = (
    <DataTable
      label={strings.list}
      columns={located ? locatedColumns : stocktakeColumns}
      rows={list?.results ?? []}
      rowId={(stocktake) => String(stocktake.id)}
      renderCard={(stocktake) => <StocktakeCard stocktake={stocktake} located={located} />}
      loading={!list}
      stale={stale}
    />
  );
  return list ? table : <LoadingRegion label={strings.loading}>{table}</LoadingRegion>;
}
