import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Pencil } from 'lucide-react';
import { Suspense, useState } from 'react';
import { plural } from '@/lib/format';
import { readMoney } from '@/lib/money';
import { useCan } from '@/lib/permissions';
import { Badge } from '@/ui/feedback/badge';
import { Button } from '@/ui/form/button';
import { lazy } from '@/ui/overlay/lazy';
import type { Product } from '../api';
import { type ProductSupplier, productSuppliersQuery } from '../suppliers/api';
import { suppliersStrings } from '../suppliers/strings';
import { PagedCard } from './paged-card';
import { detailsStrings as s } from './strings';

const SuppliersDialog = lazy(() => import('../suppliers/suppliers-dialog'));

/** Who sells a product, and how: a handful, which come together. */
export function SuppliersCard({ product }: { product: Product }) {
  const canEdit = useCan('purchases.edit');
  const [isEditing, setEditing] = useState(false);
  const query = useQuery(productSuppliersQuery(product.idProduct));
  return (
    <>
      <PagedCard
        id="product-suppliers"
        title={s.suppliers}
        loadingLabel={s.suppliersLoading}
        failedTitle={s.suppliersFailed}
        emptyText={s.suppliersEmpty}
        query={query}
        renderRow={(sold) => <SupplierRow sold={sold} />}
        action={
          canEdit && query.data ? (
            <Button size="sm" onClick={() => setEditing(true)}>
              <Pencil aria-hidden />
              {suppliersStrings.edit}
            </Button>
          ) : null
        }
      />
      <Suspense>
        {isEditing && query.data ? (
          <SuppliersDialog product={product} sold={query.data.results} onClose={() => setEditing(false)} />
        ) : null}
      </Suspense>
    </>
  );
}

function SupplierRow({ sold }: { sold: ProductSupplier }) {
  const { supplierId, supplier, supplierSku, packUnits, packPrice, currency, preferred } = sold;
  const leadDays = sold.leadDays ?? sold.supplierLeadDays;
  const terms = [
    packUnits > 1 ? s.pack(packUnits) : '',
    leadDays === null ? '' : plural(leadDays, 'día', 'días'),
  ].filter((text) => text !== '');
  return (
    <div className="flex items-baseline justify-between gap-4">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <Link
            to="/proveedores/$id"
            params={{ id: String(supplierId) }}
            className="rounded-sm font-medium text-accent wrap-anywhere hover:underline"
          >
            {supplier}
          </Link>
          {preferred ? <Badge tone="info">{s.preferred}</Badge> : null}
        </p>
        {supplierSku === '' ? null : <p className="code text-xs text-ink-3 wrap-anywhere">{supplierSku}</p>}
      </div>
      <p className="num shrink-0 text-right leading-tight">
        {packPrice == null ? null : readMoney(packPrice, currency)}
        {terms.length === 0 ? null : <span className="block text-xs text-ink-3">{terms.join(' · ')}</span>}
      </p>
    </div>
  );
}
