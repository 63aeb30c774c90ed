import { useRef } from 'react';
import { useHotkey } from '@/lib/hotkeys';
import type { ListAddress } from '@/lib/list-address';
import { DateField } from '@/ui/date-field';
import { Field } from '@/ui/field';
import { FilterBar } from '@/ui/filter-bar';
import { SearchInput } from '@/ui/search-input';
import { Select } from '@/ui/select';
import { entryTypeOptions } from './entry-type';
import { activeFilters, type EntriesSearch, noFilters } from './search';
import { entryTypes, strings } from './strings';

const types = [{ value: '', label: strings.allTypes }, ...entryTypeOptions];

type EntryFiltersProps = { address: ListAddress<EntriesSearch>; resultsLabel: string };

export function EntryFilters({ address, resultsLabel }: EntryFiltersProps) {
  const { search, change } = address;
  const searchBox = useRef<HTMLInputElement>(null);
  useHotkey('/', () => searchBox.current?.focus());
  return (
    <FilterBar
      activeCount={activeFilters(search)}
      resultsLabel={resultsLabel}
      onClear={() => change(noFilters)}
      search={
        <SearchInput
          ref={searchBox}
          label={strings.search}
          placeholder={strings.searchPlaceholder}
          clearLabel={strings.clearSearch}
          hotkey="/"
          value={search.buscar ?? ''}
          onValueChange={(text) => change({ buscar: text || undefined })}
          className="sm:w-64"
        />
      }
      filters={
        <>
          <Field label={strings.type} className="sm:w-40">
            <Select
              options={types}
              className="sm:h-8 sm:text-sm"
              value={search.tipo ?? ''}
              onChange={(event) => change({ tipo: entryTypes.find((type) => type === event.target.value) })}
            />
          </Field>
          <div className="sm:w-44">
            <p className="mb-1.5 text-sm font-medium">{strings.createdBy}</p>
            <SearchInput
              label={strings.createdBy}
              placeholder={strings.anybody}
              clearLabel={strings.clearCreatedBy}
              value={search.usuario ?? ''}
              onValueChange={(text) => change({ usuario: text || undefined })}
            />
          </div>
          <DateField
            label={strings.dateFrom}
            value={search.desde ?? ''}
            max={search.hasta}
            onValueChange={(day) => change({ desde: day || undefined })}
            className="sm:w-36"
          />
          <DateField
            label={strings.dateTo}
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
