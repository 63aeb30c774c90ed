import { orderStatusNames } from '@/features/shared/order-status';
import { useCurrency } from '@/lib/business';
import type { ListAddress } from '@/lib/list-address';
import { MoneyRange } from '@/ui/form/range-input';
import { DateRange, SelectFilter } from '@/ui/list/filter-fields';
import { ListFilterBar } from '@/ui/list/list-filter-bar';
import { exportOrders, filters, filtersOf, type OrderList } from './api';
import { type OrdersSearch, orderStatuses } from './search';
import { strings } from './strings';

const statuses = orderStatuses.map((value) => ({ value, label: orderStatusNames[value] }));

type OrderFiltersProps = { address: ListAddress<OrdersSearch>; list: OrderList | undefined };

export function OrderFilters({ address, list }: OrderFiltersProps) {
  const { search, change } = address;
  const currency = useCurrency('sales');
  return (
    <ListFilterBar
      address={address}
      filters={filters}
      list={list}
      words={strings}
      onExport={(format) => exportOrders(filtersOf(search), format)}
    >
      <SelectFilter
        label={strings.status}
        all={strings.allStatuses}
        options={statuses}
        value={search.estado}
        onValueChange={(estado) => change({ estado })}
        className="sm:w-44"
      />
      <DateRange address={address} />
      <MoneyRange
        label={strings.minAmount}
        currency={currency}
        value={search.importe}
        onChange={(importe) => change({ importe })}
        className="sm:w-32"
        inputClassName="sm:h-8 sm:text-sm"
      />
    </ListFilterBar>
  );
}
