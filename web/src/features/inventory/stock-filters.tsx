import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import type { Location } from '@/features/stock/use-locations';
import { useHotkey } from '@/lib/hotkeys';
import { Checkbox } from '@/ui/checkbox';
import { Field } from '@/ui/field';
import { FilterBar } from '@/ui/filter-bar';
import { SearchInput } from '@/ui/search-input';
import { Select } from '@/ui/select';
import { categoriesQuery } from './api';
import { stockStrings as s } from './strings';
import { activeFilters, noFilters, type StockAddress } from './use-stock-address';

type StockFiltersProps = { address: StockAddress; locations: Location[]; resultsLabel: string };

export function StockFilters({ address, locations, resultsLabel }: StockFiltersProps) {
  const { search, change } = address;
  const { data: categories = [] } = useQuery(categoriesQuery);
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
          label={s.search}
          placeholder={s.searchPlaceholder}
          clearLabel={s.clearSearch}
          hotkey="/"
          value={search.buscar ?? ''}
          onValueChange={(text) => change({ buscar: text || undefined })}
          className="sm:w-72"
        />
      }
      filters={
        <>
          <Field label={s.category} className="sm:w-52">
            <Select
              className="sm:h-8 sm:text-sm"
              options={[
                { value: '', label: s.allCategories },
                ...categories.map(({ name }) => ({ value: name, label: name })),
              ]}
              value={search.categoria ?? ''}
              onChange={(event) => change({ categoria: event.target.value || undefined })}
            />
          </Field>
          {locations.length > 1 ? (
            <Field label={s.location} className="sm:w-48">
              <Select
                className="sm:h-8 sm:text-sm"
                options={[
                  { value: '', label: s.allLocations },
                  ...locations.map(({ id, name }) => ({ value: String(id), label: name })),
                ]}
                value={String(search.almacen ?? '')}
                onChange={(event) => change({ almacen: Number(event.target.value) || undefined })}
              />
            </Field>
          ) : null}
          <div className="flex h-8 items-center">
            <Checkbox
              label={s.onlyWithStock}
              checked={search.conStock !== undefined}
              onCheckedChange={(checked) => change({ conStock: checked ? 'si' : undefined })}
            />
          </div>
        </>
      }
    />
  );
}
