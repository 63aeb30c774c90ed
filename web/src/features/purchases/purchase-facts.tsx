import { Link } from '@tanstack/react-router';
import { useActiveLocations } from '@/features/shared/use-locations';
import { cn } from '@/lib/cn';
import { formatDate, formatDateTime } from '@/lib/format';
import { Card, CardHeader } from '@/ui/layout/card';
import { Fact } from '@/ui/layout/fact';
import type { Purchase } from './api';
import { detailStrings as s } from './strings';

/** From whom, where to, when. */
export function PurchaseFacts({ purchase }: { purchase: Purchase }) {
  const located = useActiveLocations().length > 1;
  const { supplierId, supplier, location, expectedOn, createdBy, createdByName, createdAt, endedAt, notes } = purchase;
  return (
    <Card aria-labelledby="purchase-facts">
      <CardHeader id="purchase-facts" title={s.facts} />
      <dl className="ruled border-t border-line px-4">
        <Fact label={s.supplier}>
          <Link
            to="/proveedores/$id"
            params={{ id: String(supplierId) }}
            className="rounded-sm text-accent hover:underline"
          >
            {supplier}
          </Link>
        </Fact>
        {located ? <Fact label={s.location}>{location}</Fact> : null}
        {expectedOn === null ? null : <Fact label={s.expectedOn}>{formatDate(`${expectedOn}T12:00:00Z`)}</Fact>}
        <Fact label={s.createdAt}>{formatDateTime(createdAt)}</Fact>
        <Fact label={s.createdBy}>{createdBy === 0 ? s.system : createdByName}</Fact>
        <Sent purchase={purchase} />
        {endedAt === null ? null : <Fact label={s.endedAt}>{formatDateTime(endedAt)}</Fact>}
        <Currency purchase={purchase} />
      </dl>
      {notes === '' ? null : (
        <div className="border-t border-line px-4 py-3">
          <h3 className="mb-1 text-sm text-ink-2">{s.notes}</h3>
          <p className="wrap-anywhere whitespace-pre-line">{notes}</p>
        </div>
      )}
    </Card>
  );
}

function Sent({ purchase: { sentAt, sentHow, sentByName, mail } }: { purchase: Purchase }) {
  if (sentAt === null) return null;
  return (
    <>
      <Fact label={s.sentAt}>
        {formatDateTime(sentAt)}
        <span className="block text-xs text-ink-3">{s.sentHow[sentHow]}</span>
        {mail === '' ? null : (
          <span className={cn('block text-xs', mail === 'failed' ? 'text-out-fg' : 'text-ink-3')}>{s.mail[mail]}</span>
        )}
      </Fact>
      <Fact label={s.sentBy}>{sentByName || s.system}</Fact>
    </>
  );
}

function Currency({ purchase: { currency, rate } }: { purchase: Purchase }) {
  return (
    <>
      <Fact label={s.currency}>{currency}</Fact>
      {rate === null ? null : <Fact label={s.rate}>{String(rate).replace('.', ',')}</Fact>}
    </>
  );
}
