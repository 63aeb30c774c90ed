import { DateRange, SelectFilter, UserFilter } from '@/ui/list/filter-fields';
import { ListFilterBar } from '@/ui/list/list-filter-bar';
import { exportMovements, type MovementList } from '../api';
import { movementWords, strings } from '../strings';
import { filters, filtersOf, type MovementsAddress } from './use-movements-address';

const types = (['entrada', 'salida'] as const).map((value) => ({
  value,
  label: movementWords.types[value],
}));

type MovementFiltersProps = { address: MovementsAddress; list: MovementList | undefined };

export function MovementFilters({ address, list }: MovementFiltersProps) {
  const { search, change } = address;
  return (
    <ListFilterBar
      address={address}
      filters={filters}
      list={list}
      words={strings}
      onExport={(format) => exportMovements(filtersOf(search), format)}
    >
      <SelectFilter
        label={strings.type}
        all={strings.allTypes}
        options={types}
        value={search.tipo}
        onValueChange={(tipo) => change({ tipo })}
      />
      <UserFilter address={address} />
      <DateRange address={address} />
    </ListFilterBar>
  );
}
