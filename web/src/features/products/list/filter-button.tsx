import { ListFilter } from 'lucide-react';
import { Suspense, useState } from 'react';
import { cn } from '@/lib/cn';
import { formatInteger } from '@/lib/format';
import { useIsPhone } from '@/lib/media';
import { Button } from '@/ui/form/button';
import { lazy } from '@/ui/overlay/lazy';
import { onDemand, type StandInProps } from '@/ui/overlay/on-demand';
import type { ProductList } from '../api';
import { filterStrings as s } from '../strings';
import { filters } from './filters';
import type { ProductsAddress } from './use-products-address';

const FilterSheet = lazy(() => import('./filter-sheet'));

export type FilterButtonProps = {
  address: ProductsAddress;
  /** What matches, for the button that closes the filters on a phone. */
  list: ProductList | undefined;
};

/** A panel beside the button, or a sheet from the bottom edge of a phone. */
export function FilterButton(props: FilterButtonProps) {
  return useIsPhone() ? <PhoneFilters {...props} /> : <PanelFilters {...props} />;
}

const PanelFilters = onDemand<FilterButtonProps>(
  () => import('./filter-popover'),
  ({ address, onClick, onPointerEnter, onFocus }: FilterButtonProps & StandInProps) => (
    <Button
      aria-haspopup="dialog"
      aria-expanded={false}
      onClick={onClick}
      onPointerEnter={onPointerEnter}
      onFocus={onFocus}
    >
      <FilterLabel active={filters.count(address.search)} />
    </Button>
  ),
);

function PhoneFilters({ address, list }: FilterButtonProps) {
  const [open, setOpen] = useState(false);
  const active = filters.count(address.search);
  return (
    <>
      <Button
        aria-haspopup="dialog"
        aria-label={active > 0 ? s.openWith(active) : s.open}
        className={cn('relative w-10 px-0 max-sm:h-10', active > 0 && 'text-accent')}
        onClick={() => setOpen(true)}
      >
        <ListFilter aria-hidden />
        {active > 0 ? <span className="absolute top-1.5 right-1.5 size-2 rounded-full bg-accent" /> : null}
      </Button>
      {open ? (
        <Suspense>
          <FilterSheet address={address} list={list} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}

/** The word and how many filters are set. */
export function FilterLabel({ active }: { active: number }) {
  return (
    <>
      <ListFilter aria-hidden />
      {s.open}
      {active > 0 ? (
        <span className="num rounded-full bg-accent-soft px-1.5 text-xs text-accent">{formatInteger(active)}</span>
      ) : null}
    </>
  );
}
