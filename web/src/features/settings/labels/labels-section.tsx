import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { SearchX, Tags } from 'lucide-react';
import { useRef, useState } from 'react';
import { errorText } from '@/lib/api-error';
import { fold } from '@/lib/format';
import { useHotkey } from '@/lib/hotkeys';
import { type ListAddress, useListAddress } from '@/lib/list-address';
import { EmptyState, ErrorBanner, LoadingRegion, NoMatch } from '@/ui/feedback/states';
import { SearchInput } from '@/ui/form/search-input';
import { Segmented } from '@/ui/form/segmented';
import { Card, CardHeader } from '@/ui/layout/card';
import { DataTable } from '@/ui/list/data-table';
import { Pagination } from '@/ui/list/pagination';
import { type LabelKind, labelKinds, type SettingsSearch } from '../search';
import { type Label, labelsQuery } from './api';
import { LabelCard, labelColumns, RenameContext } from './label-columns';
import { LabelDialog } from './label-dialog';
import { labelWords, labelStrings as s } from './strings';

const route = getRouteApi('/_app/configuracion');

const kinds = labelKinds.map((kind) => ({ value: kind, label: labelWords[kind].tab }));

export default function LabelsSection() {
  const address = useListAddress(route.useSearch());
  const { tipo: kind = 'categorias', buscar = '' } = address.search;
  const { data, error, refetch } = useQuery(labelsQuery(kind));
  const searchBox = useRef<HTMLInputElement>(null);
  useHotkey('/', () => searchBox.current?.focus());
  const words = labelWords[kind];

  return (
    <div className="stack-5">
      {error ? <ErrorBanner title={s.loadFailed} text={errorText(error)} onRetry={() => void refetch()} /> : null}
      <Card aria-labelledby="labels">
        <CardHeader id="labels" title={s.title} description={s.hint} />
        <div className="flex flex-wrap items-center gap-3 px-4 pb-4">
          <Segmented
            label={s.kind}
            segments={kinds}
            value={kind}
            onValueChange={(tipo) => address.change({ tipo, buscar: undefined })}
            className="max-sm:w-full"
          />
          <SearchInput
            ref={searchBox}
            label={words.search}
            placeholder={words.search}
            clearLabel={s.clearSearch}
            hotkey="/"
            value={buscar}
            onValueChange={(text) => address.change({ buscar: text || undefined })}
            className="w-full sm:w-64"
          />
          {data ? <p className="num text-sm text-ink-2 sm:ml-auto">{words.count(data.length)}</p> : null}
        </div>
        {error && !data ? null : <Labels key={kind} kind={kind} buscar={buscar} address={address} />}
      </Card>
    </div>
  );
}

type LabelsProps = { kind: LabelKind; buscar: string; address: ListAddress<SettingsSearch> };

/** All of them are here already, so searching and paging ask nobody. */
function Labels({ kind, buscar, address }: LabelsProps) {
  const { data } = useQuery(labelsQuery(kind));
  const { page, limit, change, goTo, hrefOf } = address;
  const [renamed, setRenamed] = useState<Label | null>(null);
  const words = labelWords[kind];
  const found = data?.filter(({ name }) => fold(name).includes(fold(buscar))) ?? [];
  const table = (
    <DataTable
      label={words.list}
      columns={labelColumns[kind]}
      rows={found.slice((page - 1) * limit, page * limit)}
      rowId={({ id }) => String(id)}
      renderCard={(label) => <LabelCard kind={kind} label={label} />}
      loading={!data}
    />
  );
  if (!data) return <LoadingRegion label={s.loading}>{table}</LoadingRegion>;
  if (data.length === 0) return <EmptyState icon={Tags} title={words.empty} text={s.emptyText} />;
  if (found.length === 0) {
    const clear = () => change({ buscar: undefined });
    return <NoMatch icon={SearchX} title={words.noMatch} text={s.noMatchText} onClear={clear} />;
  }
  return (
    <RenameContext value={setRenamed}>
      {table}
      {renamed ? <LabelDialog kind={kind} label={renamed} onClose={() => setRenamed(null)} /> : null}
      <Pagination
        page={page}
        pageSize={limit}
        count={found.length}
        hrefOf={hrefOf}
        onPageChange={goTo}
        onPageSizeChange={(porPagina) => change({ porPagina })}
      />
    </RenameContext>
  );
}
