import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { answer, api } from '@/lib/client';
import { withoutDefaults } from '@/lib/list-search';
import type { paths } from '@/lib/schema';
import type { SettingsSearch } from '../search';

export type AuditFilters = NonNullable<paths['/api/audit/']['get']['parameters']['query']>;

/** The filters of the address in the server's words, without paging. */
export function auditFiltersOf({ objeto, usuario, desde, hasta }: SettingsSearch): AuditFilters {
  return withoutDefaults({
    noun: objeto,
    createdBy: usuario,
    dateFrom: desde,
    dateTo: hasta,
  });
}

export function auditQuery(query: AuditFilters) {
  return queryOptions({
    queryKey: ['audit', 'list', query],
    queryFn: ({ signal }) => answer(api.GET('/api/audit/', { params: { query }, signal })),
    placeholderData: keepPreviousData,
  });
}
