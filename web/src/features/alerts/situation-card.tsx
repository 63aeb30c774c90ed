import { Link } from '@tanstack/react-router';
import type { Alert } from '@/features/shared/alert-level';
import { ProductLink } from '@/features/shared/product-link';
import { formatDateTime, formatDaysLeft, formatInteger, formatUnits, plural } from '@/lib/format';
import { Card, CardHeader } from '@/ui/layout/card';
import { Fact } from '@/ui/layout/fact';
import { minimumDefault, detailStrings as s, strings } from './strings';

/** How things stand now, which may be better than when the alert was opened. */
export function SituationCard({ alert }: { alert: Alert }) {
  return (
    <Card aria-labelledby="alert-situation">
      <CardHeader id="alert-situation" title={s.situation} description={alert.message} />
      <dl className="ruled border-t border-line px-4 py-1">
        <Facts alert={alert} />
      </dl>
    </Card>
  );
}

function Facts({ alert }: { alert: Alert }) {
  const { kind, productName, purchaseId } = alert;
  if (kind === 'channel') return <Fact label={s.channel}>{productName}</Fact>;
  if (kind !== 'purchase' || purchaseId === null) return <ProductFacts alert={alert} />;
  return (
    <Fact label={s.purchase}>
      <Link
        to="/compras/$id"
        params={{ id: String(purchaseId) }}
        className="rounded-sm font-medium wrap-anywhere hover:text-accent hover:underline"
      >
        {productName}
      </Link>
    </Fact>
  );
}

function ProductFacts({ alert }: { alert: Alert }) {
  const { productId, productName, sku, currentStock, outSince, minStock, alertDays, runsOutIn, toDo, shortage } = alert;
  return (
    <>
      <Fact label={s.product}>
        {productId === null || alert.productDeleted ? (
          productName
        ) : (
          <ProductLink id={productId} name={productName} whole />
        )}
      </Fact>
      <Fact label={s.sku}>
        <span className="code">{sku}</span>
      </Fact>
      <Fact label={s.stock}>{formatUnits(currentStock)}</Fact>
      {outSince === null ? null : <Fact label={s.outSince}>{formatDateTime(outSince)}</Fact>}
      <Fact label={s.minimum}>{minStock === null ? s.defaultMinimum(minimumDefault) : formatInteger(minStock)}</Fact>
      <Fact label={s.alertDays}>{plural(alertDays, 'día', 'días')}</Fact>
      <Fact label={s.runsOut}>{formatDaysLeft(runsOutIn)}</Fact>
      <Fact label={s.toDo}>{toDo === null ? strings.none : formatUnits(toDo)}</Fact>
      {shortage > 0 ? <Fact label={s.shortage}>{formatUnits(shortage)}</Fact> : null}
    </>
  );
}
