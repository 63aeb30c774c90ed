import { cn } from '@/lib/cn';
import type { ListAddress } from '@/lib/list-address';
import { useIsPhone } from '@/lib/media';
import { Field } from '@/ui/form/field';
import { Select } from '@/ui/form/select';
import { ListFilterBar } from '@/ui/list/list-filter-bar';
import type { ForecastList } from './api';
import { defaultOrdering, type ForecastSearch, filters, parseOrdering } from './search';
import { strings } from './strings';

type ForecastFiltersProps = { address: ListAddress<ForecastSearch>; list: ForecastList | undefined };

export function ForecastFilters({ address, list }: ForecastFiltersProps) {
  const { search, change } = address;
  const isPhone = useIsPhone();
  return (
    <ListFilterBar address={address} filters={filters} list={list} words={strings}>
      <fieldset aria-label={strings.quickFilters} className="flex min-w-0 gap-1">
        <Toggle
          label={strings.lowStock}
          pressed={search.bajo === 'si'}
          onToggle={(on) => change({ bajo: on ? 'si' : undefined })}
        />
        <Toggle
          label={strings.blocked}
          pressed={search.bloqueadas === 'si'}
          onToggle={(on) => change({ bloqueadas: on ? 'si' : undefined })}
        />
      </fieldset>
      {isPhone ? <SortSelect search={search} onChange={(orden) => change({ orden })} /> : null}
    </ListFilterBar>
  );
}

type ToggleProps = { label: string; pressed: boolean; onToggle: (on: boolean) => void };

function Toggle({ label, pressed, onToggle }: ToggleProps) {
  return (
    <button
      type="button"
      aria-pressed={pressed}
      onClick={() => onToggle(!pressed)}
      className={cn(
        'flex h-8 shrink-0 items-center rounded-md px-2.5 text-sm font-medium text-ink-2 -outline-offset-2',
        'hover:bg-surface-2 aria-pressed:bg-accent-soft aria-pressed:text-accent pointer-coarse:h-10',
      )}
    >
      {label}
    </button>
  );
}

/** Cards have no headers to sort by. The order that people most often want of each column. */
const phoneOrders = [
  { value: 'runsOutIn', label: strings.columns.runsOut },
  { value: '-toDo', label: strings.columns.toDo },
  { value: '-soldLast30Days', label: strings.columns.sold },
  { value: '-willSellIn30Days', label: strings.columns.willSell },
  { value: 'currentStock', label: strings.columns.stock },
  { value: 'productName', label: strings.columns.product },
  { value: 'alertDays', label: strings.columns.alert },
] as const;

type SortSelectProps = { search: ForecastSearch; onChange: (orden: ForecastSearch['orden']) => void };

function SortSelect({ search: { orden = defaultOrdering }, onChange }: SortSelectProps) {
  return (
    <Field label={strings.sortBy}>
      <Select options={phoneOrders} value={orden} onChange={({ target }) => onChange(parseOrdering(target.value))} />
    </Field>
  );
}
