import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { PackageSearch } from 'lucide-react';
import { Suspense } from 'react';
import { productQuery } from '@/features/shared/api';
import { cn } from '@/lib/cn';
import { useCan } from '@/lib/permissions';
import { ButtonLink } from '@/ui/form/button-link';
import { Card } from '@/ui/layout/card';
import { DetailPage, detailColumns, idIn } from '@/ui/layout/detail-page';
import { lazy } from '@/ui/overlay/lazy';
import type { Product } from '../api';
import { ProductDialogs } from '../form/product-dialogs';
import { AlertsCard } from './alerts-card';
import { AuditCard } from './audit-card';
import { EntriesCard } from './entries-card';
import { FactsCard } from './facts-card';
import { HistoryCard } from './history-card';
import { MovementsCard } from './movements-card';
import { OrdersCard } from './orders-card';
import { ProductHeader } from './product-header';
import { StockCard } from './stock-card';
import { detailsStrings as s } from './strings';
import { SuppliersCard } from './suppliers-card';

const ForecastCard = lazy(() => import('./forecast-card'));
const route = getRouteApi('/_app/productos_/$id');

/** Everything known about one product, at an address of its own. */
export function ProductPage() {
  const id = idIn(route.useParams().id);
  const query = useQuery({ ...productQuery(id), enabled: id > 0 });
  return (
    <DetailPage
      id={id}
      query={query}
      words={s}
      icon={PackageSearch}
      back={<ButtonLink to="/productos">{s.back}</ButtonLink>}
    >
      {(product) => <Loaded key={product.idProduct} product={product} />}
    </DetailPage>
  );
}

/** Another product is another page: nothing that was typed, chosen or refused for the last one stays. */
function Loaded({ product }: { product: Product }) {
  const navigate = useNavigate();
  const canAudit = useCan('audit.read');
  return (
    <ProductDialogs onDeleted={() => void navigate({ to: '/productos' })}>
      <ProductHeader product={product} />
      {/* On phones the facts stand before the long lists; beside them where there is room. */}
      <div className={cn(detailColumns, 'lg:grid-rows-[auto_1fr]')}>
        <div className="min-w-0 stack-5">
          <StockCard product={product} />
          <HistoryCard product={product} />
          <Suspense fallback={<Card className="h-114.5 sm:h-96" />}>
            <ForecastCard product={product} />
          </Suspense>
        </div>
        <div className="min-w-0 lg:row-span-2">
          <FactsCard product={product} />
        </div>
        <div className="min-w-0 stack-5">
          <MovementsCard product={product} />
          <AlertsCard product={product} />
          <SuppliersCard product={product} />
          <EntriesCard product={product} />
          <OrdersCard product={product} />
          {canAudit ? <AuditCard product={product} /> : null}
        </div>
      </div>
    </ProductDialogs>
  );
}
