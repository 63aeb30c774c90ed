import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { PackageCheck, ShoppingCart } from 'lucide-react';
import { EmptyState } from '@/ui/feedback/states';
import { ButtonLink } from '@/ui/form/button-link';
import { Card } from '@/ui/layout/card';
import { DetailPage, idIn } from '@/ui/layout/detail-page';
import { PageHeader } from '@/ui/layout/page-header';
import { type Purchase, purchaseQuery } from './api';
import { ReceiveForm } from './receive-form';
import { detailStrings, receiveStrings as s } from './strings';

const route = getRouteApi('/_app/compras_/$id_/recibir');

/** What has come of a purchase, counted at the door. */
export function ReceivePage() {
  const id = idIn(route.useParams().id);
  const query = useQuery({ ...purchaseQuery(id), enabled: id > 0 });
  return (
    <DetailPage
      id={id}
      query={query}
      words={{ ...detailStrings, loading: s.loading, failed: s.failed }}
      icon={ShoppingCart}
      back={<ButtonLink to="/compras">{detailStrings.back}</ButtonLink>}
    >
      {(purchase) => (
        <>
          <PageHeader title={s.title(purchase.number)} subtitle={purchase.supplier} />
          {purchase.status === 'sent' ? (
            <ReceiveForm key={purchase.id} purchase={purchase} />
          ) : (
            <Nothing {...purchase} />
          )}
        </>
      )}
    </DetailPage>
  );
}

function Nothing({ id }: Purchase) {
  return (
    <Card>
      <EmptyState icon={PackageCheck} title={s.notOpen} text={s.notOpenText}>
        <ButtonLink to="/compras/$id" params={{ id: String(id) }}>
          {s.seePurchase}
        </ButtonLink>
      </EmptyState>
    </Card>
  );
}
