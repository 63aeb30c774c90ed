import { type ReactNode, useRef } from 'react';
import type { SheetFormat } from '@/lib/download';
import { useHotkey } from '@/lib/hotkeys';
import type { ListFilters } from '@/lib/list-filters';
import { SearchInput } from '@/ui/form/search-input';
import { ExportButton } from './export-button';
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
  words: { search: string; searchPlaceholder: string; exportFailed?: string };
  /** The width of the search box on wide screens. */
  searchClass?: string;
  /** The fields of the filters. */
  children: ReactNode;
  /** Writes everything that the filters match to a file. */
  onExport?: (format: SheetFormat) => Promise<void>;
};

/** The search box, which «/» leads to, and the filters of the list that an address describes. */
export function ListFilterBar<Search extends Searched>(props: ListFilterBarProps<Search>) {
  const { address, filters, list, words, searchClass = 'sm:w-64', children, onExport } = props;
  const { search, change } = address;
  const searchBox = useRef<HTMLInputElement>(null);
  useHotkey('/', () => searchBox.current?.focus());
  return (
    <FilterBar
      activeCount={filters.count(search)}
      resultsLabel={seeResults(list)}
      onClear={() => change(filters.none)}
      actions={onExport ? <ExportButton compact failed={words.exportFailed ?? ''} onExport={onExport} /> : undefined}
      search={
        <SearchInput
          ref={searchBox}
          label={words.search}
          placeholder={words.searchPlaceholder}
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
