import { type RefObject, useRef } from 'react';
import { cn } from '@/lib/cn';
import { useHotkey } from '@/lib/hotkeys';
import { SearchInput } from '@/ui/form/search-input';
import type { ProductList } from '../api';
import { filterStrings, strings } from '../strings';
import { FilterButton } from './filter-button';
import { QuickChips } from './quick-chips';
import { SortControl } from './sort-control';
import type { ProductsAddress } from './use-products-address';

type ToolbarProps = {
  address: ProductsAddress;
  list: ProductList | undefined;
};

export function Toolbar({ address, list }: ToolbarProps) {
  const searchBox = useRef<HTMLInputElement>(null);
  useHotkey('/', () => searchBox.current?.focus());
  const { search, change } = address;
  return (
    <div className="flex flex-wrap items-center gap-2 p-3">
      <ProductSearch address={address} box={searchBox} />
      <QuickChips search={search} onChange={change} />
      <div className="ml-auto flex gap-2 max-sm:order-2 max-sm:ml-0">
        <FilterButton address={address} list={list} />
        <SortControl ordering={search.orden} onChange={(orden) => change({ orden })} />
      </div>
      {search.etiqueta === undefined ? null : <TagFilter address={address} tag={search.etiqueta} />}
    </div>
  );
}

function ProductSearch({ address, box }: { address: ProductsAddress; box: RefObject<HTMLInputElement | null> }) {
  return (
    <SearchInput
      ref={box}
      label={strings.search}
      placeholder={strings.searchPlaceholder}
      clearLabel={strings.clearSearch}
      hotkey="/"
      value={address.search.buscar ?? ''}
      onValueChange={(text) => address.change({ buscar: text === '' ? undefined : text })}
      className="w-80 max-lg:w-60 max-sm:w-auto max-sm:min-w-0 max-sm:flex-1"
    />
  );
}

/** Tags are chosen on a product's page, so here one can only be seen and taken away. */
function TagFilter({ address, tag }: { address: ProductsAddress; tag: string }) {
  return (
    <button
      type="button"
      aria-label={filterStrings.removeTag(tag)}
      onClick={() => address.change({ etiqueta: undefined })}
      className={cn(
        'order-4 flex h-8 items-center gap-1.5 rounded-md bg-accent-soft px-2.5 text-sm font-medium',
        'text-accent pointer-coarse:h-10',
      )}
    >
      {filterStrings.tag(tag)} <span aria-hidden>×</span>
    </button>
  );
}
