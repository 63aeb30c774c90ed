import { useActiveLocations } from '@/features/stock/use-locations';
import { DataTable } from '@/ui/data-table';
import { LoadingRegion } from '@/ui/states';
import type { EntryList } from './api';
import { EntryCard, entryColumns, locatedColumns } from './entry-columns';
import { strings } from './strings';

export function EntryTable({ list, stale }: { list: EntryList | undefined; stale: boolean }) {
  const located = useActiveLocations().length > 1;
  const table = (
    <DataTable
      label={strings.list}
      columns={located ? locatedColumns : entryColumns}
      rows={list?.results ?? []}
      rowId={(entry) => String(entry.id)}
      renderCard={(entry) => <EntryCard entry={entry} located={located} />}
      loading={!list}
      stale={stale}
      minWidth={located ? 'min-w-[76rem]' : 'min-w-[70rem]'}
    />
  );
  return list ? table : <LoadingRegion label={strings.loading}>{table}</LoadingRegion>;
}
