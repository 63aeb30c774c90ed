import { useActiveLocations } from '@/features/shared/use-locations';
import { formatDateTime, formatInteger } from '@/lib/format';
import { useCan } from '@/lib/permissions';
import { ButtonLink } from '@/ui/form/button-link';
import { Card, CardHeader } from '@/ui/layout/card';
import { Fact } from '@/ui/layout/fact';
import { addressLines } from './address';
import type { Address, OrderDetail } from './api';
import { detailStrings as s, sourceNames } from './detail-strings';
import { cameFromShop } from './order-change';

/** Whom it is for, where it goes and how it reached us. */
export function OrderFacts({ order }: { order: OrderDetail }) {
  return (
    <div className="min-w-0 stack-5">
      <Card aria-labelledby="order-facts">
        <CardHeader id="order-facts" title={s.facts} />
        <dl className="ruled border-t border-line px-4">
          <People order={order} />
          <Moments order={order} />
        </dl>
        <AddressBlock title={s.shippingAddress} address={order.shippingAddress} />
        <AddressBlock title={s.billingAddress} address={order.billingAddress} />
        {order.notes === '' ? null : (
          <div className="border-t border-line px-4 py-3">
            <h3 className="mb-1 text-sm text-ink-2">{s.notes}</h3>
            <p className="wrap-anywhere whitespace-pre-line">{order.notes}</p>
          </div>
        )}
      </Card>
      {order.webhookData.source === 'manual' ? null : <WebhookCard order={order} />}
    </div>
  );
}

function People({ order }: { order: OrderDetail }) {
  const located = useActiveLocations().length > 1;
  const { customerName, customerEmail, createdBy, createdByName, location } = order;
  return (
    <>
      <Fact label={s.customer}>{customerName}</Fact>
      {customerEmail === '' ? null : (
        <Fact label={s.email}>
          <a href={`mailto:${customerEmail}`} className="rounded-sm text-accent hover:underline">
            {customerEmail}
          </a>
        </Fact>
      )}
      {located ? <Fact label={s.location}>{location}</Fact> : null}
      <Fact label={s.createdBy}>{createdBy === 0 ? s.system : createdByName}</Fact>
    </>
  );
}

function Moments({ order: { createdAt, shippedAt, deliveredAt, updatedAt } }: { order: OrderDetail }) {
  return (
    <>
      <Fact label={s.date}>{formatDateTime(createdAt)}</Fact>
      {shippedAt === null ? null : <Fact label={s.shippedAt}>{formatDateTime(shippedAt)}</Fact>}
      {deliveredAt === null ? null : <Fact label={s.deliveredAt}>{formatDateTime(deliveredAt)}</Fact>}
      <Fact label={s.updatedAt}>{formatDateTime(updatedAt)}</Fact>
    </>
  );
}

function AddressBlock({ title, address }: { title: string; address: Address }) {
  const lines = addressLines(address);
  return (
    <div className="border-t border-line px-4 py-3">
      <h3 className="mb-1 text-sm text-ink-2">{title}</h3>
      {lines.length === 0 ? (
        <p className="text-ink-3">{s.noAddress}</p>
      ) : (
        <address className="not-italic wrap-anywhere">
          {lines.map((line) => (
            <span key={line} className="block">
              {line}
            </span>
          ))}
        </address>
      )}
    </div>
  );
}

/** A file has no deliveries; what a shop sent can be read as it came. */
function WebhookCard({ order }: { order: OrderDetail }) {
  const canRead = useCan('deliveries.read');
  const fromShop = cameFromShop(order);
  const { id, webhookData, externalOrderId } = order;
  return (
    <Card aria-labelledby="order-webhook">
      <CardHeader
        id="order-webhook"
        title={fromShop ? s.webhook : s.imported}
        action={
          fromShop && canRead ? (
            <ButtonLink to="/pedidos/entregas" search={{ pedido: id }} size="sm">
              {s.deliveries}
            </ButtonLink>
          ) : undefined
        }
      />
      <dl className="ruled border-t border-line px-4">
        <Fact label={s.source}>{sourceNames[webhookData.source]}</Fact>
        {externalOrderId === '' ? null : (
          <Fact label={fromShop ? s.externalId : s.fileNumber}>
            <span className="code">{externalOrderId}</span>
          </Fact>
        )}
        <Fact label={s.receivedAt}>{formatDateTime(webhookData.receivedAt)}</Fact>
        <Fact label={s.processed}>{webhookData.processed ? s.yes : s.no}</Fact>
        <LastDelivery data={webhookData} />
      </dl>
    </Card>
  );
}

/** How the last news of it arrived, as long as that is kept. */
function LastDelivery({ data }: { data: OrderDetail['webhookData'] }) {
  const { deliveryKey, signatureOk, attempts, error } = data;
  if (deliveryKey === undefined || attempts === undefined) return null;
  return (
    <>
      <Fact label={s.signature}>{signatureOk ? s.signatureRight : s.signatureWrong}</Fact>
      <Fact label={s.attempts}>{formatInteger(attempts)}</Fact>
      {error ? <Fact label={s.problem}>{error}</Fact> : null}
      <Fact label={s.deliveryKey}>
        <span className="code" title={deliveryKey}>
          {deliveryKey.slice(0, 12)}
        </span>
      </Fact>
    </>
  );
}
