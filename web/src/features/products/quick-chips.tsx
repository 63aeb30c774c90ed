import { useQuery } from '@tanstack/react-query';
import { formatInteger } from '@/lib/format';
import { productStatsQuery } from './api';
import type { ProductsSearch } from './search';
import { strings } from './strings';

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
      className="flex min-w-0 gap-1 max-sm:order-3 max-sm:-mx-3 max-sm:w-[calc(100%+1.5rem)] max-sm:overflow-x-auto max-sm:px-3"
    >
      {chips.map(({ label, count, pressed, next }) => (
        <button
          key={label}
          type="button"
          aria-pressed={pressed}
          onClick={() => onChange(next)}
          className="flex h-8 shrink-0 items-center gap-1.5 rounded-md px-2.5 text-sm font-medium text-ink-2 -outline-offset-2 hover:bg-surface-2 aria-pressed:bg-accent-soft aria-pressed:text-accent pointer-coarse:h-10"
        >
          {label}
          {count === undefined ? null : (
            <span className="num text-xs font-normal">{formatInteger(count)}</span>
          )}
        </button>
      ))}
    </fieldset>
  );
}
