import type { ListAddress } from '@/lib/list-address';
import { SelectFilter } from '@/ui/list/filter-fields';
import { ListFilterBar } from '@/ui/list/list-filter-bar';
import { exportSuppliers, filters, filtersOf, type SupplierList } from './api';
import type { SuppliersSearch } from './search';
import { strings } from './strings';

const states = (['activos', 'inactivos'] as const).map((value) => ({ value, label: strings.states[value] }));

type SupplierFiltersProps = { address: ListAddress<SuppliersSearch>; list: SupplierList | undefined };

export function SupplierFilters({ address, list }: SupplierFiltersProps) {
  const { search, change } = address;
  return (
    <ListFilterBar
      address={address}
      filters={filters}
      list={list}
      words={strings}
      onExport={(format) => exportSuppliers(filtersOf(search), format)}
    >
      <SelectFilter
        label={strings.state}
        all={strings.allStates}
        options={states}
        value={search.estado}
        onValueChange={(estado) => change({ estado })}
      />
    </ListFilterBar>
  );
}
