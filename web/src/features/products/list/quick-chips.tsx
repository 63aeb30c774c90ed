import { useQuery } from '@tanstack/react-query';
import { cn } from '@/lib/cn';
import { ToggleChip } from '@/ui/list/toggle-chip';
import { productStatsQuery } from '../api';
import { strings } from '../strings';
import type { ProductsSearch } from './search';

type QuickChipsProps = { search: ProductsSearch; onChange: (next: ProductsSearch) => void };

/** The four views people switch between all day, each with how many it holds. */
export function QuickChips({ search, onChange }: QuickChipsProps) {
  const { data: stats } = useQuery(productStatsQuery);
  const { stock, estado } = search;
  const chips = [
    {
      label: strings.all,
      count: stats?.totalProducts,
      pressed: stock === undefined && estado === undefined,
      next: { stock: undefined, estado: undefined },
    },
    {
      label: strings.lowStock,
      count: stats?.lowStockProducts,
      pressed: stock === 'bajo',
      next: { stock: 'bajo', estado: undefined },
    },
    {
      label: strings.outOfStock,
      count: stats?.outOfStockProducts,
      pressed: stock === 'sin',
      next: { stock: 'sin', estado: undefined },
    },
    {
      label: strings.inactive,
      count: stats?.inactiveProducts,
      pressed: estado === 'inactive' && stock === undefined,
      next: { stock: undefined, estado: 'inactive' },
    },
  ] as const;
  return (
    <fieldset
      aria-label={strings.quickFilters}
      className={cn(
        'flex min-w-0 gap-1 max-sm:order-3 max-sm:-mx-3 max-sm:w-[calc(100%+1.5rem)] max-sm:overflow-x-auto',
        'max-sm:px-3',
      )}
    >
      {chips.map(({ next, ...chip }) => (
        <ToggleChip key={chip.label} {...chip} onClick={() => onChange(next)} />
      ))}
    </fieldset>
  );
}
