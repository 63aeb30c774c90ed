import { getRouteApi } from '@tanstack/react-router';
import { History, SearchX } from 'lucide-react';
import { useListAddress } from '@/lib/list-address';
import { useKeptQuery } from '@/lib/use-kept-query';
import { EmptyState, NoMatch } from '@/ui/feedback/states';
import { CardHeader } from '@/ui/layout/card';
import { ListView } from '@/ui/list/list-view';
import { auditFiltersOf, auditQuery } from './api';
import { AuditCard, auditColumns } from './audit-columns';
import { AuditFilters, auditFilters } from './audit-filters';
import { auditSectionStrings as s } from './strings';

const route = getRouteApi('/_app/configuracion');

export default function AuditSection() {
  const address = useListAddress(route.useSearch());
  const { search, page, limit } = address;
  const query = useKeptQuery(auditQuery({ ...auditFiltersOf(search), page, limit }));
  return (
    <ListView
      address={address}
      query={query}
      label={s.title}
      words={s}
      filtered={auditFilters.isAnySet(search)}
      header={<CardHeader title={s.title} description={s.hint} />}
      filters={<AuditFilters address={address} list={query.data} />}
      empty={<EmptyState icon={History} title={s.emptyTitle} text={s.emptyText} />}
      noMatch={
        <NoMatch
          icon={SearchX}
          title={s.noMatchTitle}
          text={s.noMatchText}
          onClear={() => address.change(auditFilters.none)}
        />
      }
      table={{
        columns: auditColumns,
        rowId: ({ id }) => String(id),
        renderCard: (row) => <AuditCard row={row} />,
        minWidth: 'min-w-[64rem]',
      }}
    />
  );
}
