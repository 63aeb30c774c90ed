import { useQuery } from '@tanstack/react-query';
import { categoriesQuery } from '@/features/shared/api';
import type { Location } from '@/features/shared/use-locations';
import { Checkbox } from '@/ui/form/checkbox';
import { SelectFilter } from '@/ui/list/filter-fields';
import { ListFilterBar } from '@/ui/list/list-filter-bar';
import type { StockList } from './api';
import { stockStrings as s } from './strings';
import { filters, type StockAddress } from './use-stock-address';

type StockFiltersProps = {
  address: StockAddress;
  locations: Location[];
  list: StockList | undefined;
  /** Of what there was on a day: nothing else is in that list. */
  ofInstant?: boolean;
};

export function StockFilters({ address, locations, list, ofInstant = false }: StockFiltersProps) {
  const { search, change } = address;
  const { data: categories = [], error } = useQuery(categoriesQuery);
  return (
    <ListFilterBar address={address} filters={filters} list={list} words={s} searchClass="sm:w-72">
      <SelectFilter
        label={s.category}
        all={s.allCategories}
        options={categories.map(({ name }) => ({ value: name, label: name }))}
        value={search.categoria}
        onValueChange={(categoria) => change({ categoria })}
        error={error}
        className="sm:w-52"
      />
      {locations.length > 1 ? (
        <SelectFilter
          label={s.location}
          all={s.allLocations}
          options={locations.map(({ id, name }) => ({ value: String(id), label: name }))}
          value={search.almacen === undefined ? undefined : String(search.almacen)}
          onValueChange={(id) => change({ almacen: id === undefined ? undefined : Number(id) })}
          className="sm:w-48"
        />
      ) : null}
      {ofInstant ? null : (
        <div className="flex h-8 items-center">
          <Checkbox
            label={s.onlyWithStock}
            checked={search.conStock !== undefined}
            onCheckedChange={(checked) => change({ conStock: checked ? 'si' : undefined })}
          />
        </div>
      )}
    </ListFilterBar>
  );
}
