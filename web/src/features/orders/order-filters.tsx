import { useRef } from 'react';
import { orderStatusNames } from '@/features/stock/order-status';
import { useHotkey } from '@/lib/hotkeys';
import type { ListAddress } from '@/lib/list-address';
import { decimalText, parseDecimal } from '@/lib/parse-decimal';
import { DateField } from '@/ui/date-field';
import { ExportButton } from '@/ui/export-button';
import { Field } from '@/ui/field';
import { FilterBar } from '@/ui/filter-bar';
import { RangeInput } from '@/ui/range-input';
import { SearchInput } from '@/ui/search-input';
import { Select } from '@/ui/select';
import { exportOrders, filtersOf } from './api';
import { activeFilters, noFilters, type OrdersSearch, orderStatuses } from './search';
import { strings } from './strings';

const statuses = [
  { value: '', label: strings.allStatuses },
  ...orderStatuses.map((value) => ({ value, label: orderStatusNames[value] })),
];

type OrderFiltersProps = { address: ListAddress<OrdersSearch>; resultsLabel: string };

export function OrderFilters({ address, resultsLabel }: OrderFiltersProps) {
  const { search, change } = address;
  const searchBox = useRef<HTMLInputElement>(null);
  useHotkey('/', () => searchBox.current?.focus());
  return (
    <FilterBar
      activeCount={activeFilters(search)}
      resultsLabel={resultsLabel}
      onClear={() => change(noFilters)}
      actions={
        <ExportButton
          compact
          failed={strings.exportFailed}
          onExport={(format) => exportOrders(filtersOf(search), format)}
        />
      }
      search={
        <SearchInput
          ref={searchBox}
          label={strings.search}
          placeholder={strings.searchPlaceholder}
          clearLabel={strings.clearSearch}
          hotkey="/"
          value={search.buscar ?? ''}
          onValueChange={(text) => change({ buscar: text || undefined })}
          className="sm:w-64"
        />
      }
      filters={
        <>
          <Field label={strings.status} className="sm:w-44">
            <Select
              options={statuses}
              className="sm:h-8 sm:text-sm"
              value={search.estado ?? ''}
              onChange={({ target }) =>
                change({ estado: orderStatuses.find((status) => status === target.value) })
              }
            />
          </Field>
          <DateField
            label={strings.dateFrom}
            value={search.desde ?? ''}
            max={search.hasta}
            onValueChange={(day) => change({ desde: day || undefined })}
            className="sm:w-36"
          />
          <DateField
            label={strings.dateTo}
            value={search.hasta ?? ''}
            min={search.desde}
            onValueChange={(day) => change({ hasta: day || undefined })}
            className="sm:w-36"
          />
          <RangeInput
            label={strings.minAmount}
            value={search.importe}
            write={decimalText}
            read={parseDecimal}
            decimal
            onChange={(importe) => change({ importe })}
            className="sm:w-32"
            inputClassName="sm:h-8 sm:text-sm"
          />
        </>
      }
    />
  );
}
