import { useQueryClient } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { errorText } from '@/lib/api-error';
import { FormError } from '@/ui/feedback/states';
import { Field } from '@/ui/form/field';
import { SupplierPicker } from '../supplier-picker';
import { assignSupplier, type Wanted } from './api';
import { reorderStrings as s } from './strings';

/** How many get a box of their own, and how many one change may name. */
const ownBoxes = 8;
const atOnce = 500;

/** Products that nobody is preferred for: they are not ordered before somebody says where. */
export function WithoutSupplier({ products }: { products: Wanted[] }) {
  const queryClient = useQueryClient();
  const [error, setError] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);

  async function assign(chosen: Wanted[], supplierId: number) {
    setError(null);
    setBusy(true);
    try {
      const ids = chosen.slice(0, atOnce).map(({ productId }) => productId);
      await assignSupplier(queryClient, ids, supplierId);
    } catch (failure) {
      setError(failure);
    } finally {
      setBusy(false);
    }
  }

  return (
    <section
      aria-label={s.withoutTitle(products.length)}
      aria-busy={isBusy}
      className="rounded-lg border border-low-solid/50"
    >
      <div className="flex items-start gap-2 px-3 pt-2.5">
        <TriangleAlert aria-hidden className="mt-0.75 size-4 shrink-0 text-low-fg" />
        <div>
          <h3 className="font-semibold">{s.withoutTitle(products.length)}</h3>
          <p className="text-sm text-ink-2">{s.withoutText}</p>
        </div>
      </div>
      <div className="stack-3 p-3">
        {products.length > 1 ? (
          <Field label={s.supplierOfAll}>
            <SupplierPicker
              value={null}
              onValueChange={(supplier) => supplier && void assign(products, supplier.id)}
              small
            />
          </Field>
        ) : null}
        {products.slice(0, ownBoxes).map((product) => (
          <Field key={product.productId} label={s.supplierOf(product.name)}>
            <SupplierPicker
              value={null}
              onValueChange={(supplier) => supplier && void assign([product], supplier.id)}
              small
            />
          </Field>
        ))}
        {products.length > ownBoxes ? (
          <p className="text-sm text-ink-2">{s.others(products.length - ownBoxes)}</p>
        ) : null}
        {error === null ? null : (
          <FormError>
            <p className="font-semibold">{s.assignFailed}</p>
            <p>{errorText(error)}</p>
          </FormError>
        )}
      </div>
    </section>
  );
}
