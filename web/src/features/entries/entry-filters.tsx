import type { ListAddress } from '@/lib/list-address';
import { DateRange, SelectFilter, UserFilter } from '@/ui/list/filter-fields';
import { ListFilterBar } from '@/ui/list/list-filter-bar';
import { type EntryList, filters } from './api';
import { entryTypeOptions } from './entry-type';
import type { EntriesSearch } from './search';
import { strings } from './strings';

type EntryFiltersProps = { address: ListAddress<EntriesSearch>; list: EntryList | undefined };

export function EntryFilters({ address, list }: EntryFiltersProps) {
  const { search, change } = address;
  return (
    <ListFilterBar address={address} filters={filters} list={list} words={strings}>
      <SelectFilter
        label={strings.type}
        all={strings.allTypes}
        options={entryTypeOptions}
        value={search.tipo}
        onValueChange={(tipo) => change({ tipo })}
      />
      <UserFilter address={address} />
      <DateRange address={address} />
    </ListFilterBar>
  );
}
