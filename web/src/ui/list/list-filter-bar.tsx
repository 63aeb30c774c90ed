import { type ReactNode, useRef } from 'react';
import { useHotkey } from '@/lib/hotkeys';
import type { ListFilters } from '@/lib/list-filters';
import { SearchInput } from '@/ui/form/search-input';
import { FilterBar } from './filter-bar';
import type { ListPage } from './list-pagination';
import { listStrings } from './list-strings';
import { seeResults } from './see-results';

type Searched = { buscar?: string | undefined };

type ListFilterBarProps<Search extends Searched> = {
  /** What the address says, and how to change it. */
  address: { search: Search; change: (next: Partial<Search>) => void };
  filters: ListFilters<Search>;
  list: ListPage<unknown> | undefined;
  /** What the search box is called and what can be typed there. */
  label: string;
  placeholder: string;
  /** The width of the search box on wide screens. */
  searchClass?: string;
  /** The fields of the filters. */
  children: ReactNode;
  actions?: ReactNode;
};

/** The search box, which «/» leads to, and the filters of the list that an address describes. */
export function ListFilterBar<Search extends Searched>(props: ListFilterBarProps<Search>) {
  const { address, filters, list, label, placeholder, searchClass = 'sm:w-64', children, actions } = props;
  const { search, change } = address;
  const searchBox = useRef<HTMLInputElement>(null);
  useHotkey('/', () => searchBox.current?.focus());
  return (
    <FilterBar
      activeCount={filters.count(search)}
      resultsLabel={seeResults(list)}
      onClear={() => change(filters.none)}
      actions={actions}
      search={
        <SearchInput
          ref={searchBox}
          label={label}
          placeholder={placeholder}
          clearLabel={listStrings.clearSearch}
          hotkey="/"
          value={search.buscar ?? ''}
          onValueChange={(text) => change({ buscar: text || undefined } as Partial<Search>)}
          className={searchClass}
        />
      }
      filters={children}
    />
  );
}
