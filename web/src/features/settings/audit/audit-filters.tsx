import { auditNouns } from '@/features/shared/audit-strings';
import type { ListAddress } from '@/lib/list-address';
import { listFilters } from '@/lib/list-filters';
import { SearchInput } from '@/ui/form/search-input';
import { FilterBar } from '@/ui/list/filter-bar';
import { DateRange, SelectFilter } from '@/ui/list/filter-fields';
import type { ListPage } from '@/ui/list/list-pagination';
import { seeResults } from '@/ui/list/see-results';
import type { SettingsSearch } from '../search';
import { auditSectionStrings as s } from './strings';

const nouns = Object.entries(auditNouns).map(([value, { name }]) => ({ value, label: name }));

/** The person stands in the search box. */
export const auditFilters = listFilters<SettingsSearch>(['usuario', 'objeto', 'desde', 'hasta'], ['usuario']);

type AuditFiltersProps = { address: ListAddress<SettingsSearch>; list: ListPage<unknown> | undefined };

export function AuditFilters({ address, list }: AuditFiltersProps) {
  const { search, change } = address;
  return (
    <FilterBar
      activeCount={auditFilters.count(search)}
      resultsLabel={seeResults(list)}
      onClear={() => change(auditFilters.none)}
      search={
        <SearchInput
          label={s.createdBy}
          placeholder={s.createdByPlaceholder}
          clearLabel={s.clearCreatedBy}
          value={search.usuario ?? ''}
          onValueChange={(text) => change({ usuario: text || undefined })}
          className="sm:w-52"
        />
      }
      filters={
        <>
          <SelectFilter
            label={s.noun}
            all={s.allNouns}
            options={nouns}
            value={search.objeto}
            onValueChange={(objeto) => change({ objeto })}
            className="sm:w-44"
          />
          <DateRange address={address} />
        </>
      }
    />
  );
}
