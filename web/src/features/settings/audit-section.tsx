import { getRouteApi } from '@tanstack/react-router';
import { History, SearchX } from 'lucide-react';
import { useListAddress } from '@/lib/list-address';
import { useKeptQuery } from '@/lib/use-kept-query';
import { CardHeader } from '@/ui/card';
import { DataTable } from '@/ui/data-table';
import { ListCard } from '@/ui/list-card';
import { Pagination } from '@/ui/pagination';
import { EmptyState, LoadingRegion, NoMatch } from '@/ui/states';
import { auditFiltersOf, auditQuery } from './audit-api';
import { AuditCard, auditColumns } from './audit-columns';
import { AuditFilters, isAuditFiltered, noAuditFilters } from './audit-filters';
import { auditSectionStrings as s } from './audit-strings';

const route = getRouteApi('/_app/configuracion');

export default function AuditSection() {
  const address = useListAddress(route.useSearch());
  const { search, page, limit } = address;
  const query = useKeptQuery(auditQuery({ ...auditFiltersOf(search), page, limit }));
  const { data: list, error } = query;
  const table = (
    <DataTable
      label={s.list}
      columns={auditColumns}
      rows={list?.results ?? []}
      rowId={({ id }) => String(id)}
      renderCard={(row) => <AuditCard row={row} />}
      loading={!list}
      stale={query.isStale}
      minWidth="min-w-[64rem]"
    />
  );
  return (
    <ListCard
      label={s.title}
      failedTitle={s.loadFailed}
      error={error}
      loadedAt={query.loadedAt}
      onRetry={query.retry}
    >
      <CardHeader title={s.title} description={s.hint} />
      <AuditFilters
        address={address}
        resultsLabel={s.results(list?.count ?? 0, list?.countIsCapped ?? false)}
      />
      {list?.results.length === 0 && isAuditFiltered(search) ? (
        <NoMatch
          icon={SearchX}
          title={s.noMatchTitle}
          text={s.noMatchText}
          onClear={() => address.change(noAuditFilters)}
        />
      ) : list?.results.length === 0 ? (
        <EmptyState icon={History} title={s.emptyTitle} text={s.emptyText} />
      ) : list ? (
        table
      ) : error ? null : (
        <LoadingRegion label={s.loading}>{table}</LoadingRegion>
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
  );
}
