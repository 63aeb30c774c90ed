import { Undo2 } from 'lucide-react';
import { Suspense, useState } from 'react';
import { LinkArticleButton } from '@/features/shared/article-link/link-article';
import { ProductLink } from '@/features/shared/product-link';
import { Thumb } from '@/features/shared/thumb';
import { formatInteger, formatMoney, formatUnits } from '@/lib/format';
import { useCan } from '@/lib/permissions';
import { useHeadingFocus } from '@/lib/use-heading-focus';
import { Badge } from '@/ui/feedback/badge';
import { Button } from '@/ui/form/button';
import { Card, CardHeader } from '@/ui/layout/card';
import { DataTable, type TableColumn } from '@/ui/list/data-table';
import { lazy } from '@/ui/overlay/lazy';
import type { OrderDetail, OrderItem } from './api';
import { detailStrings as s } from './detail-strings';
import { refundStrings } from './form-strings';
import { isOpen } from './order-change';
import { canRefund } from './order-refund';

const RefundDialog = lazy(() => import('./refund-dialog'));

/** A line knows its currency from its order. */
type Row = OrderItem & { currency: string; channelId: number | null };

/** How many rows a long order shows at a time. */
const portion = 200;

const columns: TableColumn<Row>[] = [
  {
    id: 'product',
    header: s.columns.product,
    cell: (row) => <ProductCell item={row} />,
  },
  {
    id: 'state',
    header: s.columns.state,
    cell: (row) => <StockState item={row} />,
    width: 'w-42',
  },
  {
    id: 'quantity',
    header: s.columns.quantity,
    cell: (row) => formatInteger(row.quantity),
    width: 'w-28',
    align: 'right',
  },
  {
    id: 'unitPrice',
    header: s.columns.unitPrice,
    cell: (row) => formatMoney(row.unitPrice, row.currency),
    width: 'w-32',
    align: 'right',
  },
  {
    id: 'total',
    header: s.columns.total,
    cell: (row) => <LineTotal item={row} />,
    width: 'w-36',
    align: 'right',
  },
];

export function ItemsCard({ order }: { order: OrderDetail }) {
  const { items, currency, totalAmount, units, channelId } = order;
  const amounts = order.amounts.length > 1 ? order.amounts : [];
  const canEdit = useCan('orders.edit');
  const [shown, setShown] = useState(portion);
  const [refund, setRefund] = useState<'asked' | 'done' | null>(null);
  const refundableStill = canRefund(order);
  // The button that led to the refund is gone with the last unit.
  useHeadingFocus(refund === 'done' && !refundableStill);
  return (
    <Card aria-labelledby="order-items">
      <CardHeader
        id="order-items"
        title={s.items}
        action={
          canEdit && refundableStill ? (
            <Button size="sm" onClick={() => setRefund('asked')}>
              <Undo2 aria-hidden />
              {(isOpen(order) ? refundStrings.giveUp : refundStrings.giveBack).action}
            </Button>
          ) : undefined
        }
      />
      <DataTable
        label={s.items}
        columns={columns}
        rows={items.slice(0, shown).map((item) => ({ ...item, currency, channelId }))}
        rowId={(item) => String(item.id)}
        renderCard={(item) => <ItemCard item={item} />}
      />
      {items.length > shown ? (
        <p className="border-t border-line px-4 py-3">
          <Button size="sm" onClick={() => setShown(shown + portion)}>
            {s.showMore(Math.min(portion, items.length - shown))}
          </Button>
        </p>
      ) : null}
      <dl className="num border-t border-line px-4 py-3">
        {amounts.map(({ kind, amount }) => (
          <AmountRow key={kind} label={s.amounts[kind]} amount={formatMoney(amount, currency)} />
        ))}
        <div className="flex justify-between gap-4">
          <dt className="text-ink-2">
            {s.total} · {formatUnits(units)}
          </dt>
          <dd className="font-semibold">{formatMoney(totalAmount, currency)}</dd>
        </div>
      </dl>
      <Suspense>
        {refund === 'asked' ? (
          <RefundDialog order={order} onClose={() => setRefund(null)} onRefunded={() => setRefund('done')} />
        ) : null}
      </Suspense>
    </Card>
  );
}

/** One part of what the order comes to. */
function AmountRow({ label, amount }: { label: string; amount: string }) {
  return (
    <div className="flex justify-between gap-4 pb-1 text-sm">
      <dt className="text-ink-2">{label}</dt>
      <dd>{amount}</dd>
    </div>
  );
}

function ItemCard({ item }: { item: Row }) {
  return (
    <div className="stack-2">
      <ProductCell item={item} />
      <div className="flex items-end justify-between gap-3">
        <StockState item={item} />
        <p className="num shrink-0 text-right leading-tight">
          <span className="block text-xs text-ink-3">
            {formatInteger(item.quantity)} × {formatMoney(item.unitPrice, item.currency)}
          </span>
          <LineTotal item={item} />
        </p>
      </div>
    </div>
  );
}

function ProductCell({ item }: { item: Row }) {
  const { productId, productName, productSku, imageUrl, article, isStocked, channelId } = item;
  return (
    <span className="flex min-w-0 items-center gap-3">
      <Thumb name={productName} imageUrl={imageUrl} />
      <span className="min-w-0 leading-tight">
        {productId === null ? (
          <span className="block font-medium wrap-anywhere">{productName}</span>
        ) : (
          <ProductLink id={productId} name={productName} />
        )}
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          {productSku === '' ? null : <span className="code text-ink-3">{productSku}</span>}
          {productId === null ? <Unknown item={item} /> : null}
          {productId === null && isStocked && channelId !== null && article !== '' ? (
            <LinkArticleButton channelId={channelId} article={{ article, sku: productSku, name: productName }} />
          ) : null}
        </span>
      </span>
    </span>
  );
}

function Unknown({ item: { isStocked, productSku } }: { item: Row }) {
  if (!isStocked) return <Badge tone="mute">{s.unstocked}</Badge>;
  return <Badge tone="low">{productSku === '' ? s.withoutSku : s.unknownSku}</Badge>;
}

/** What the line comes to, and what is gone of that because units were cancelled or returned. */
function LineTotal({ item: { totalPrice, cancelledAmount, returnedAmount, currency } }: { item: Row }) {
  const gone = cancelledAmount + returnedAmount;
  return (
    <span className="block leading-tight">
      <span className="block">{formatMoney(totalPrice, currency)}</span>
      {gone === 0 ? null : <span className="block text-xs text-ink-2">{s.gone(formatMoney(-gone, currency))}</span>}
    </span>
  );
}

/** Where the units of a line are: one short phrase each, and nothing for what does not happen. */
function StockState({ item }: { item: Row }) {
  const { reserved, shortage, shipped, returned, cancelled, writtenOff } = item;
  const phrases = [
    ...(reserved > 0 ? [s.reserved(reserved)] : []),
    ...(shipped > 0 ? [s.shipped(shipped)] : []),
    ...(returned > 0 ? [s.returned(returned)] : []),
    ...(writtenOff > 0 ? [s.writtenOff(writtenOff)] : []),
    ...(cancelled > 0 ? [s.cancelled(cancelled)] : []),
  ];
  return (
    <span className="num block text-sm leading-tight text-ink-2">
      {phrases.length === 0 ? s.none : phrases.join(' · ')}
      {shortage > 0 ? <span className="block font-medium text-crit-fg">{s.lacking(shortage)}</span> : null}
    </span>
  );
}
