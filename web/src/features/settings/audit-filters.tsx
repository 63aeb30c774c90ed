import { auditNouns } from '@/lib/audit-strings';
import type { ListAddress } from '@/lib/list-address';
import { DateField } from '@/ui/date-field';
import { Field } from '@/ui/field';
import { FilterBar } from '@/ui/filter-bar';
import { SearchInput } from '@/ui/search-input';
import { Select } from '@/ui/select';
import { auditSectionStrings as s } from './audit-strings';
import type { SettingsSearch } from './search';

const nouns = [
  { value: '', label: s.allNouns },
  ...Object.entries(auditNouns).map(([value, { name }]) => ({ value, label: name })),
];

export const noAuditFilters = {
  objeto: undefined,
  usuario: undefined,
  desde: undefined,
  hasta: undefined,
};

/** How many filters are set besides the person, who stands in the search box. */
function activeFilters({ objeto, desde, hasta }: SettingsSearch): number {
  return [objeto, desde, hasta].filter((value) => value !== undefined).length;
}

export function isAuditFiltered(search: SettingsSearch): boolean {
  return search.usuario !== undefined || activeFilters(search) > 0;
}

type AuditFiltersProps = { address: ListAddress<SettingsSearch>; resultsLabel: string };

export function AuditFilters({ address: { search, change }, resultsLabel }: AuditFiltersProps) {
  return (
    <FilterBar
      activeCount={activeFilters(search)}
      resultsLabel={resultsLabel}
      onClear={() => change(noAuditFilters)}
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
          <Field label={s.noun} className="sm:w-44">
            <Select
              options={nouns}
              className="sm:h-8 sm:text-sm"
              value={search.objeto ?? ''}
              onChange={(event) => change({ objeto: event.target.value || undefined })}
            />
          </Field>
          <DateField
            label={s.dateFrom}
            value={search.desde ?? ''}
            max={search.hasta}
            onValueChange={(day) => change({ desde: day || undefined })}
            className="sm:w-36"
          />
          <DateField
            label={s.dateTo}
            value={search.hasta ?? ''}
            min={search.desde}
            onValueChange={(day) => change({ hasta: day || undefined })}
            className="sm:w-36"
          />
        </>
      }
    />
  );
}
