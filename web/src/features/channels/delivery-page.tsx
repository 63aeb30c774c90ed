import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Inbox, RotateCcw } from 'lucide-react';
import { errorText } from '@/lib/api-error';
import { formatDateTime } from '@/lib/format';
import { useCan } from '@/lib/permissions';
import { showToast } from '@/ui/feedback/toast';
import { Button } from '@/ui/form/button';
import { ButtonLink } from '@/ui/form/button-link';
import { Card } from '@/ui/layout/card';
import { DetailPage, detailColumns, idIn } from '@/ui/layout/detail-page';
import { PageHeader } from '@/ui/layout/page-header';
import { type DeliveryDetail, deliveryQuery, useReprocess } from './api';
import { DeliveryContent } from './delivery-content';
import { DeliveryFacts } from './delivery-facts';
import { DeliveryStateBadge } from './delivery-state';
import { deliveryStrings as s } from './delivery-strings';
import { UnknownSkus } from './unknown-skus';

const route = getRouteApi('/_app/pedidos_/entregas_/$id');

/** One delivery as it arrived, what came of it, and the ways to make more of it. */
export function DeliveryPage() {
  const id = idIn(route.useParams().id);
  const query = useQuery({ ...deliveryQuery(id), enabled: id > 0 });
  return (
    <DetailPage
      id={id}
      query={query}
      words={{ ...s, loading: s.detailLoading, failed: s.detailFailed }}
      icon={Inbox}
      back={<ButtonLink to="/pedidos/entregas">{s.back}</ButtonLink>}
    >
      {(delivery) => <Loaded delivery={delivery} />}
    </DetailPage>
  );
}

function Loaded({ delivery }: { delivery: DeliveryDetail }) {
  return (
    <>
      <PageHeader
        title={s.detailTitle(delivery.id)}
        subtitle={
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <DeliveryStateBadge state={delivery.state} />
            <time dateTime={delivery.receivedAt}>{formatDateTime(delivery.receivedAt)}</time>
            <span className="wrap-anywhere">{delivery.channel}</span>
          </span>
        }
        actions={
          <>
            <ButtonLink to="/pedidos/entregas" className="max-sm:flex-1">
              {s.back}
            </ButtonLink>
            <ReprocessButton delivery={delivery} />
          </>
        }
      />
      <div className={detailColumns}>
        <div className="min-w-0 stack-5">
          <Card className="p-4">
            <p aria-live="polite" className="font-medium wrap-anywhere">
              {delivery.verdict}
            </p>
          </Card>
          <UnknownSkus delivery={delivery} />
          <DeliveryContent delivery={delivery} />
        </div>
        <DeliveryFacts delivery={delivery} />
      </div>
    </>
  );
}

function ReprocessButton({ delivery: { id, repeatable } }: { delivery: DeliveryDetail }) {
  const canHandle = useCan('deliveries.handle');
  const reprocess = useReprocess();
  if (!canHandle || !repeatable) return null;
  return (
    <Button
      variant="primary"
      className="max-sm:flex-1"
      busy={reprocess.isPending}
      busyLabel={s.reprocessing}
      onClick={() =>
        reprocess.mutate(id, {
          onSuccess: () => showToast({ title: s.reprocessQueued }),
          onError: (error) => showToast({ type: 'error', title: s.reprocessFailed, description: errorText(error) }),
        })
      }
    >
      <RotateCcw aria-hidden />
      {s.reprocess}
    </Button>
  );
}
