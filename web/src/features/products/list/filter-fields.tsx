import { useQuery } from '@tanstack/react-query';
import { categoriesQuery } from '@/features/shared/api';
import { errorText } from '@/lib/api-error';
import { useCurrency } from '@/lib/business';
import { cn } from '@/lib/cn';
import { parseWhole } from '@/lib/parse-whole';
import { Field } from '@/ui/form/field';
import { MoneyRange, RangeInput } from '@/ui/form/range-input';
import { Select } from '@/ui/form/select';
import { brandsQuery } from '../api';
import { filterStrings as s, strings } from '../strings';
import { type ProductsSearch, statuses } from './search';
import type { ProductsAddress } from './use-products-address';

/** Every filter of the list. Each takes effect at once and lands in the address. */
export function FilterFields({ address }: { address: ProductsAddress }) {
  const { search, change } = address;
  const currency = useCurrency('sales');
  const { data: categories = [], error: noCategories } = useQuery(categoriesQuery);
  const { data: brands = [], error: noBrands } = useQuery(brandsQuery);
  return (
    <div className="stack-4">
      <QuickButtons search={search} onChange={change} />
      <div className="grid gap-3 sm:grid-cols-2">
        <Field label={s.category} error={noCategories ? errorText(noCategories) : undefined}>
          <Select
            value={search.categoria ?? ''}
            options={choices(s.allCategories, categories, search.categoria)}
            onChange={(event) => change({ categoria: event.target.value || undefined })}
          />
        </Field>
        <Field label={s.brand} error={noBrands ? errorText(noBrands) : undefined}>
          <Select
            value={search.marca ?? ''}
            options={choices(s.allBrands, brands, search.marca)}
            onChange={(event) => change({ marca: event.target.value || undefined })}
          />
        </Field>
      </div>
      <Field label={s.status}>
        <Select
          value={search.estado ?? ''}
          options={[
            { value: '', label: s.allStatuses },
            ...statuses.map((value) => ({ value, label: strings.statuses[value] })),
          ]}
          onChange={(event) => change({ estado: statuses.find((value) => value === event.target.value) })}
        />
      </Field>
      <div className="grid grid-cols-2 gap-3">
        <MoneyRange
          label={s.minPrice}
          currency={currency}
          value={search.precioMin}
          onChange={(precioMin) => change({ precioMin })}
        />
        <MoneyRange
          label={s.maxPrice}
          currency={currency}
          value={search.precioMax}
          onChange={(precioMax) => change({ precioMax })}
        />
        <RangeInput
          label={s.minStock}
          value={search.stockMin}
          write={String}
          read={parseWhole}
          onChange={(stockMin) => change({ stockMin })}
        />
        <RangeInput
          label={s.maxStock}
          value={search.stockMax}
          write={String}
          read={parseWhole}
          onChange={(stockMax) => change({ stockMax })}
        />
      </div>
    </div>
  );
}

/** What exists, and what the address asks for even when it does not exist any more. */
function choices(all: string, labels: { name: string; products: number }[], chosen: string | undefined) {
  const names = labels.filter((label) => label.products > 0 || label.name === chosen).map(({ name }) => name);
  if (chosen !== undefined && !names.includes(chosen)) names.push(chosen);
  return [{ value: '', label: all }, ...names.map((name) => ({ value: name, label: name }))];
}

type QuickButtonsProps = { search: ProductsSearch; onChange: (next: ProductsSearch) => void };

const quick = [
  { label: s.quickActive, set: { estado: 'active', stock: undefined } },
  { label: s.quickInactive, set: { estado: 'inactive', stock: undefined } },
  { label: s.quickDiscontinued, set: { estado: 'discontinued', stock: undefined } },
  { label: s.quickLow, set: { estado: undefined, stock: 'bajo' } },
  { label: s.quickOut, set: { estado: undefined, stock: 'sin' } },
] as const;

/** A second press takes the filter away again. */
function QuickButtons({ search, onChange }: QuickButtonsProps) {
  return (
    <fieldset aria-label={s.quick} className="flex flex-wrap gap-1.5">
      {quick.map(({ label, set }) => {
        const pressed = search.estado === set.estado && search.stock === set.stock;
        return (
          <button
            key={label}
            type="button"
            aria-pressed={pressed}
            onClick={() => onChange(pressed ? { estado: undefined, stock: undefined } : set)}
            className={cn(
              'h-8 rounded-full border border-line-strong px-3 text-sm font-medium text-ink-2 hover:bg-surface-2',
              'aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:text-accent pointer-coarse:h-10',
            )}
          >
            {label}
          </button>
        );
      })}
    </fieldset>
  );
}
