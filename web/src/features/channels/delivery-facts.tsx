import { Link } from '@tanstack/react-router';
import { formatDateTime } from '@/lib/format';
import { Card, CardHeader } from '@/ui/layout/card';
import { Fact } from '@/ui/layout/fact';
import type { DeliveryDetail } from './api';
import { sourceNames } from './channel-strings';
import { deliveryStrings as s } from './delivery-strings';

const linkClass = 'rounded-sm text-accent hover:underline';

export function DeliveryFacts({ delivery }: { delivery: DeliveryDetail }) {
  const { topic, receivedAt, endedAt, nextTryAt, attempts, size, repeats } = delivery;
  return (
    <Card aria-labelledby="delivery-facts">
      <CardHeader id="delivery-facts" title={s.facts} />
      <dl className="ruled border-t border-line px-4">
        <Relations delivery={delivery} />
        {topic === '' ? null : (
          <Fact label={s.topic}>
            <span className="code">{topic}</span>
          </Fact>
        )}
        <Fact label={s.received}>{formatDateTime(receivedAt)}</Fact>
        {endedAt === null ? null : <Fact label={s.ended}>{formatDateTime(endedAt)}</Fact>}
        {nextTryAt === null ? null : <Fact label={s.nextTry}>{formatDateTime(nextTryAt)}</Fact>}
        <Fact label={s.attempts}>{attempts}</Fact>
        {repeats > 0 ? <Fact label={s.repeated}>{repeats}</Fact> : null}
        <Fact label={s.size}>{s.bytes(size)}</Fact>
      </dl>
    </Card>
  );
}

/** Who sent it, the order that came of it, and the delivery that it repeats. */
function Relations({ delivery }: { delivery: DeliveryDetail }) {
  const { channelId, channel, source, orderId, orderNumber, duplicateOf } = delivery;
  return (
    <>
      <Fact label={s.channel}>
        <Link to="/configuracion" search={{ seccion: 'integraciones', tienda: channelId }} className={linkClass}>
          {channel}
        </Link>
        <span className="block text-sm text-ink-3">{sourceNames[source]}</span>
      </Fact>
      {orderId === null ? null : (
        <Fact label={s.order}>
          <Link to="/pedidos/$id" params={{ id: String(orderId) }} className={linkClass}>
            {orderNumber}
          </Link>
        </Fact>
      )}
      {duplicateOf === null ? null : (
        <Fact label={s.duplicateOf}>
          <Link to="/pedidos/entregas/$id" params={{ id: String(duplicateOf) }} className={linkClass}>
            {duplicateOf}
          </Link>
        </Fact>
      )}
    </>
  );
}
