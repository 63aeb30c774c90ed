import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { PackageSearch } from 'lucide-react';
import { Notice } from '@/ui/feedback/states';
import { ButtonLink } from '@/ui/form/button-link';
import { DetailPage, detailColumns, idIn } from '@/ui/layout/detail-page';
import { type OrderDetail, orderQuery } from './api';
import { detailStrings as s } from './detail-strings';
import { EffectsCard } from './effects-card';
import { ItemsCard } from './items-card';
import { OrderFacts } from './order-facts';
import { OrderHeader } from './order-header';
import { TimelineCard } from './timeline-card';

const route = getRouteApi('/_app/pedidos_/$id');

/** Everything known about one order, at an address of its own. */
export function OrderPage() {
  const id = idIn(route.useParams().id);
  const query = useQuery({ ...orderQuery(id), enabled: id > 0 });
  return (
    <DetailPage
      id={id}
      query={query}
      words={s}
      icon={PackageSearch}
      back={<ButtonLink to="/pedidos">{s.back}</ButtonLink>}
    >
      {(order) => <Loaded order={order} />}
    </DetailPage>
  );
}

function Loaded({ order }: { order: OrderDetail }) {
  return (
    <>
      {/* Another order is another story: nothing said about one stays for the next. */}
      <OrderHeader key={order.id} order={order} />
      <Warnings order={order} />
      <div className={detailColumns}>
        <div className="min-w-0 stack-5">
          <ItemsCard order={order} />
          <EffectsCard order={order} />
          <TimelineCard events={order.timeline} />
        </div>
        <OrderFacts order={order} />
      </div>
    </>
  );
}

/** What keeps the order from going out as it stands. */
function Warnings({ order: { shortage, unmatched, oddItems } }: { order: OrderDetail }) {
  return (
    <>
      {shortage > 0 ? (
        <Notice tone="low" title={s.shortageTitle(shortage)} className="mb-5">
          {s.shortageText}
        </Notice>
      ) : null}
      {unmatched > 0 ? (
        <Notice tone="low" title={s.unmatchedTitle(unmatched)} className="mb-5">
          {s.unmatchedText}
        </Notice>
      ) : null}
      {oddItems.length > 0 ? (
        <Notice tone="low" title={s.oddTitle(oddItems.length)} className="mb-5">
          <ul>
            {oddItems.map(({ name, sku, problem }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: they never move.
              <li key={index}>{s.oddItem(name, sku, problem)}</li>
            ))}
          </ul>
          <p>{s.oddText}</p>
        </Notice>
      ) : null}
    </>
  );
}
