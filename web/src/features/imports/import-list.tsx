import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useListAddress } from '@/lib/list-address';
import { useKeptQuery } from '@/lib/use-kept-query';
import { LoadingRegion } from '@/ui/feedback/states';
import { CardHeader } from '@/ui/layout/card';
import { DataTable } from '@/ui/list/data-table';
import { ListCard } from '@/ui/list/list-card';
import { ListPagination } from '@/ui/list/list-pagination';
import { type ImportRow, importsQuery } from './api';
import { AskUndoContext, ImportCard, importColumns } from './import-columns';
import { parseImportsSearch } from './search';
import { strings } from './strings';
import { useSubject } from './subject';
import { UndoDialog } from './undo-dialog';

/** Everything that was imported, by whom, and the way back. */
export function ImportList() {
  const { subject } = useSubject();
  const address = useListAddress(parseImportsSearch(useSearch({ strict: false })));
  const { page, limit } = address;
  const { data: list, error, loadedAt, isStale, retry } = useKeptQuery(importsQuery({ subject, page, limit }));
  const [undoing, setUndoing] = useState<ImportRow | null>(null);
  return (
    <AskUndoContext value={setUndoing}>
      <ListCard label={strings.list} failedTitle={strings.listFailed} error={error} loadedAt={loadedAt} onRetry={retry}>
        <CardHeader title={strings.list} />
        {list?.count === 0 ? (
          <p className="border-t border-line px-4 py-6 text-ink-2">{strings.listEmpty}</p>
        ) : list || !error ? (
          <Rows rows={list?.results} stale={isStale} />
        ) : null}
        {list && list.count > limit ? <ListPagination address={address} list={list} stale={isStale} /> : null}
      </ListCard>
      {undoing ? <UndoDialog imported={undoing} onClose={() => setUndoing(null)} /> : null}
    </AskUndoContext>
  );
}

function Rows({ rows, stale }: { rows: ImportRow[] | undefined; stale: boolean }) {
  const table = (
    <DataTable
      label={strings.list}
      columns={importColumns}
      rows={rows ?? []}
      rowId={(imported) => String(imported.id)}
      renderCard={(imported) => <ImportCard imported={imported} />}
      loading={!rows}
      stale={stale}
    />
  );
  // Under its heading the table has square corners of its own.
  const frame = 'rounded-b-lg border-t border-line max-sm:border-t-0';
  if (rows) return <div className={frame}>{table}</div>;
  return (
    <LoadingRegion label={strings.listLoading} className={frame}>
      {table}
    </LoadingRegion>
  );
}
