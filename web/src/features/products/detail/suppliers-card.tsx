import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { plural } from '@/lib/format';
import { readMoney } from '@/lib/money';
import { Badge } from '@/ui/feedback/badge';
import type { Product } from '../api';
import { type ProductSupplier, productSuppliersQuery } from './api';
import { PagedCard } from './paged-card';
import { detailsStrings as s } from './strings';

/** Who sells a product, and how: a handful, which come together. */
export function SuppliersCard({ product }: { product: Product }) {
  return (
    <PagedCard
      id="product-suppliers"
      title={s.suppliers}
      loadingLabel={s.suppliersLoading}
      failedTitle={s.suppliersFailed}
      emptyText={s.suppliersEmpty}
      query={useQuery(productSuppliersQuery(product.idProduct))}
      renderRow={(sold) => <SupplierRow sold={sold} />}
    />
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
