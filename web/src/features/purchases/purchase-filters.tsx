import { useQuery } from '@tanstack/react-query';
import { SupplierPicker } from '@/features/shared/supplier-picker';
import type { ListAddress } from '@/lib/list-address';
import { Button } from '@/ui/form/button';
import { Field } from '@/ui/form/field';
import { DateRange } from '@/ui/list/filter-fields';
import { ListFilterBar } from '@/ui/list/list-filter-bar';
import { ToggleChip } from '@/ui/list/toggle-chip';
import { exportPurchases, filters, filtersOf, type PurchaseList, supplierOfQuery } from './api';
import { type PurchasesSearch, purchaseStatuses } from './search';
import { strings } from './strings';

type PurchaseFiltersProps = { address: ListAddress<PurchasesSearch>; list: PurchaseList | undefined };

export function PurchaseFilters({ address, list }: PurchaseFiltersProps) {
  const { search } = address;
  return (
    <>
      <States address={address} list={list} />
      <Only address={address} />
      <ListFilterBar
        address={address}
        filters={filters}
        list={list}
        words={strings}
        onExport={(format) => exportPurchases(filtersOf(search), format)}
      >
        <SupplierFilter address={address} />
        <DateRange address={address} />
      </ListFilterBar>
    </>
  );
}

/** The states of purchases with how many are in each; what is late has one of its own. */
function States({ address: { search, change }, list }: PurchaseFiltersProps) {
  const { estado, tarde } = search;
  return (
    <fieldset className="flex min-w-0 gap-1 overflow-x-auto border-b border-line p-2">
      <legend className="sr-only">{strings.states}</legend>
      <ToggleChip
        label={strings.allStates}
        count={undefined}
        pressed={estado === undefined && tarde === undefined}
        onClick={() => change({ estado: undefined, tarde: undefined })}
      />
      <ToggleChip
        label={strings.late}
        count={undefined}
        pressed={tarde !== undefined}
        onClick={() => change({ tarde: tarde === undefined ? 'si' : undefined, estado: undefined })}
      />
      {purchaseStatuses.map((status) => (
        <ToggleChip
          key={status}
          label={strings.statusNames[status]}
          count={list?.states[status]}
          pressed={estado === status}
          onClick={() => change({ estado: estado === status ? undefined : status, tarde: undefined })}
        />
      ))}
    </fieldset>
  );
}

/** Says that the list shows a few by name, with the way back to all of them. */
function Only({ address: { search, change } }: Pick<PurchaseFiltersProps, 'address'>) {
  if (search.solo === undefined) return null;
  return (
    <p className="flex flex-wrap items-center justify-between gap-2 border-b border-line bg-info-bg px-3 py-2 text-sm">
      <span className="text-info-fg">{strings.only(search.solo.split(',').length)}</span>
      <Button size="sm" onClick={() => change({ solo: undefined })}>
        {strings.seeAll}
      </Button>
    </p>
  );
}

function SupplierFilter({ address: { search, change } }: Pick<PurchaseFiltersProps, 'address'>) {
  const { data: supplier } = useQuery(supplierOfQuery(search.proveedor));
  const value = search.proveedor === undefined ? null : (supplier ?? { id: search.proveedor, name: '' });
  return (
    <Field label={strings.supplier} className="sm:w-56">
      <SupplierPicker
        key={`${value?.id} ${value?.name}`}
        value={value}
        onValueChange={(next) => change({ proveedor: next?.id })}
        small
      />
    </Field>
  );
}
