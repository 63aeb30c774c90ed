import { Combobox } from '@base-ui/react/combobox';
import { useQuery } from '@tanstack/react-query';
import { type Ref, useState } from 'react';
import { errorText } from '@/lib/api-error';
import { cn } from '@/lib/cn';
import { useDebounced } from '@/lib/use-debounced';
import { useFieldControl } from '@/ui/form/field';
import { controlClass } from '@/ui/form/input';
import { overlayRoot } from '@/ui/overlay/overlay-root';
import { popupClass } from '@/ui/overlay/popover';
import { strings } from './strings';
import { type FoundSupplier, supplierSearchQuery } from './supplier-search';

const s = strings.supplierPicker;
const restMs = 200;

/** As much of a supplier as choosing one takes. */
export type PickedSupplier = Pick<FoundSupplier, 'id' | 'name'> & Partial<Pick<FoundSupplier, 'currency'>>;

type SupplierPickerProps = {
  /** The name of the field, so that a message of the server can find it. */
  name?: string;
  value: PickedSupplier | null;
  onValueChange: (supplier: PickedSupplier | null) => void;
  /** One that cannot be chosen. */
  except?: number;
  /** A lower control for toolbars. */
  small?: boolean;
  ref?: Ref<HTMLInputElement>;
};

/** Finds a supplier by name or tax number; the first ones are offered before anything is typed. */
export function SupplierPicker({ name, value, onValueChange, except, small, ref }: SupplierPickerProps) {
  const field = useFieldControl();
  const [text, setText] = useState(value?.name ?? '');
  const wanted = text === value?.name ? '' : text.trim();
  const searched = useDebounced(wanted, restMs);
  const { data, error } = useQuery(supplierSearchQuery(searched));
  const found: PickedSupplier[] = (data?.results ?? []).filter(({ id }) => id !== except);

  /** An emptied box means none. */
  function type(typed: string) {
    setText(typed);
    if (typed === '' && value !== null) onValueChange(null);
  }

  function choose(supplier: PickedSupplier | null) {
    onValueChange(supplier);
    setText(supplier?.name ?? '');
  }

  return (
    <Combobox.Root
      items={found}
      filter={null}
      value={value}
      onValueChange={choose}
      inputValue={text}
      onInputValueChange={type}
      itemToStringLabel={(supplier: PickedSupplier) => supplier.name}
      isItemEqualToValue={(one: PickedSupplier, other: PickedSupplier) => one.id === other.id}
      autoHighlight
    >
      <Combobox.Input
        {...field}
        ref={ref}
        name={name}
        placeholder={s.placeholder}
        autoComplete="off"
        onFocus={(event) => event.currentTarget.select()}
        className={cn(controlClass, small && 'sm:h-8 sm:text-sm')}
      />
      <Combobox.Portal container={overlayRoot()}>
        <Combobox.Positioner sideOffset={4} className="z-50 outline-none">
          <Combobox.Popup className={cn(popupClass, 'w-(--anchor-width) min-w-64 overflow-hidden')}>
            <Combobox.Status className="px-3 text-sm text-ink-2 not-empty:py-3">
              {error ? errorText(error) : data === undefined ? s.searching : found.length === 0 ? s.nothing : null}
            </Combobox.Status>
            <Combobox.List className="max-h-72 overflow-y-auto p-1 empty:p-0">
              {(supplier: PickedSupplier) => (
                <Combobox.Item
                  key={supplier.id}
                  value={supplier}
                  className={cn(
                    'flex min-h-10 items-center rounded-md px-2 py-1 outline-none select-none',
                    'wrap-anywhere data-highlighted:bg-surface-2 pointer-coarse:min-h-11',
                  )}
                >
                  {supplier.name}
                </Combobox.Item>
              )}
            </Combobox.List>
          </Combobox.Popup>
        </Combobox.Positioner>
      </Combobox.Portal>
    </Combobox.Root>
  );
}
