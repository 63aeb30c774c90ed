import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { ShoppingCart } from 'lucide-react';
import { useCan } from '@/lib/permissions';
import { ButtonLink } from '@/ui/form/button-link';
import { DetailPage, detailColumns, idIn } from '@/ui/layout/detail-page';
import { type Purchase, purchaseQuery } from './api';
import { ExtrasCard } from './extras-card';
import { LinesCard } from './lines-card';
import { PurchaseFacts } from './purchase-facts';
import { PurchaseHeader } from './purchase-header';
import { ReceiptsCard } from './receipts-card';
import { ReturnsCard } from './returns-card';
import { detailStrings as s } from './strings';
import { TimelineCard } from './timeline-card';

const route = getRouteApi('/_app/compras_/$id');

/** Everything known about one purchase, at an address of its own. */
export function PurchasePage() {
  const id = idIn(route.useParams().id);
  const query = useQuery({ ...purchaseQuery(id), enabled: id > 0 });
  return (
    <DetailPage
      id={id}
      query={query}
      words={s}
      icon={ShoppingCart}
      back={<ButtonLink to="/compras">{s.back}</ButtonLink>}
    >
      {(purchase) => <Loaded key={purchase.id} purchase={purchase} />}
    </DetailPage>
  );
}

function Loaded({ purchase }: { purchase: Purchase }) {
  const withCosts = useCan('costs.read');
  return (
    <>
      <PurchaseHeader purchase={purchase} />
      <div className={detailColumns}>
        <div className="min-w-0 stack-5">
          <LinesCard purchase={purchase} />
          {purchase.status === 'draft' ? null : <ReceiptsCard purchase={purchase} />}
          {withCosts ? <ExtrasCard purchase={purchase} /> : null}
          <ReturnsCard purchase={purchase} />
          <TimelineCard events={purchase.timeline} />
        </div>
        <PurchaseFacts purchase={purchase} />
      </div>
    </>
  );
}
