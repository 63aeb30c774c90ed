import { Combobox } from '@base-ui/react/combobox';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ComponentProps, type Ref, useState } from 'react';
import { errorText } from '@/lib/api-error';
import { cn } from '@/lib/cn';
import { useDebounced } from '@/lib/use-debounced';
import { useFieldControl } from '@/ui/form/field';
import { controlClass } from '@/ui/form/input';
import { overlayRoot } from '@/ui/overlay/overlay-root';
import { popupClass } from '@/ui/overlay/popover';
import type { Product } from './api';
import { productSearchQuery, productWithCode } from './product-search';
import { strings } from './strings';

const s = strings.picker;
const restMs = 200;

type ProductPickerProps = {
  /** The name of the field, so that a message of the server can find it. */
  name?: string;
  value: Product | null;
  onValueChange: (product: Product | null) => void;
  ref?: Ref<HTMLInputElement>;
};

type KeyHandler = NonNullable<ComponentProps<typeof Combobox.Input>['onKeyDown']>;

/** Finds a product on the server by name, SKU or barcode. A barcode reader can type straight into it. */
export function ProductPicker({ name, value, onValueChange, ref }: ProductPickerProps) {
  const field = useFieldControl();
  const queryClient = useQueryClient();
  const [text, setText] = useState(value?.name ?? '');
  const wanted = text === value?.name ? '' : text.trim();
  const searched = useDebounced(wanted, restMs);
  const { data: found, error } = useQuery({ ...productSearchQuery(searched), enabled: searched !== '' });
  const products = wanted === '' ? [] : (found ?? []);

  function choose(product: Product | null) {
    onValueChange(product);
    setText(product?.name ?? '');
  }

  /** A reader ends its code with Enter long before the list arrives: only an exact match is taken then. */
  const onKeyDown: KeyHandler = (event) => {
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return;
    if (wanted === '' || (wanted === searched && products.length > 0)) return;
    event.preventDefault();
    event.preventBaseUIHandler();
    void queryClient
      .fetchQuery(productSearchQuery(wanted))
      .then((results) => productWithCode(results, wanted))
      .then((product) => product && choose(product))
      .catch(() => undefined);
  };

  return (
    <Combobox.Root
      items={products}
      filter={null}
      value={value}
      onValueChange={choose}
      inputValue={text}
      onInputValueChange={setText}
      itemToStringLabel={(product: Product) => product.name}
      isItemEqualToValue={(one: Product, other: Product) => one.idProduct === other.idProduct}
      autoHighlight
      openOnInputClick={false}
    >
      <Combobox.Input
        {...field}
        ref={ref}
        name={name}
        placeholder={s.placeholder}
        autoComplete="off"
        onKeyDown={onKeyDown}
        onFocus={(event) => event.currentTarget.select()}
        className={controlClass}
      />
      <Combobox.Portal container={overlayRoot()}>
        <Combobox.Positioner sideOffset={4} className="z-50 outline-none">
          <Combobox.Popup className={cn(popupClass, 'w-(--anchor-width) min-w-72 overflow-hidden')}>
            <Combobox.Status className="px-3 text-sm text-ink-2 not-empty:py-3">
              {status({ wanted, searched, found, error })}
            </Combobox.Status>
            <Combobox.List className="max-h-72 overflow-y-auto p-1 empty:p-0">
              {(product: Product) => <ProductItem key={product.idProduct} product={product} />}
            </Combobox.List>
          </Combobox.Popup>
        </Combobox.Positioner>
      </Combobox.Portal>
    </Combobox.Root>
  );
}

type Search = { wanted: string; searched: string; found: Product[] | undefined; error: Error | null };

/** What the popup says instead of products. */
function status({ wanted, searched, found, error }: Search): string | null {
  if (wanted === '') return s.hint;
  if (error && searched === wanted) return errorText(error);
  if (!found) return s.searching;
  return found.length === 0 && searched === wanted ? s.nothing(wanted) : null;
}

function ProductItem({ product }: { product: Product }) {
  return (
    <Combobox.Item
      value={product}
      className={cn(
        'flex min-h-11 items-center gap-3 rounded-md px-2 py-1 outline-none select-none',
        'data-highlighted:bg-surface-2',
      )}
    >
      <span className="min-w-0 flex-1 leading-tight">
        <span className="block font-medium wrap-anywhere">{product.name}</span>
        <span className="code block text-ink-3">{product.sku}</span>
      </span>
      <span className="num shrink-0 text-sm text-ink-2">
        {strings.saleable(product.available, product.currentStock)}
      </span>
    </Combobox.Item>
  );
}
