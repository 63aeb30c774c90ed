import { Link } from '@tanstack/react-router';
import { levelTone, stockLevel } from '@/features/shared/level';
import { StockBar } from '@/features/shared/stock-level';
import { strings as stockStrings } from '@/features/shared/strings';
import { cn } from '@/lib/cn';
import { formatDate, formatInteger } from '@/lib/format';
import { toneText } from '@/ui/feedback/tone';
import { Card } from '@/ui/layout/card';
import type { Product } from '../api';
import { LocationStocks } from './location-stocks';
import { detailsStrings as s } from './strings';

/** How much there is, how much of it is promised, and where it lies. */
export function StockCard({ product }: { product: Product }) {
  const level = stockLevel(product);
  const isOfStock = level === 'out' || level === 'low';
  return (
    <Card aria-labelledby="product-stock">
      <h2 id="product-stock" className="sr-only">
        {s.stock}
      </h2>
      <dl className="grid grid-cols-2 sm:grid-cols-4">
        <Figure
          label={s.current}
          value={product.currentStock}
          className={cn(isOfStock && toneText[levelTone[level]])}
        />
        <Figure label={s.reserved} value={product.reserved} />
        <Figure
          label={s.available}
          value={product.available}
          className={cn(level !== 'ok' && toneText[levelTone[level]])}
        />
        <Figure label={s.soldLast30Days} value={product.soldLast30Days} />
      </dl>
      <div className="border-t border-line px-5 py-4">
        <StockBar product={product} />
        <p className="num mt-2 flex justify-between text-xs text-ink-3">
          <span>{product.minStock === null ? null : stockStrings.minimum(product.minStock)}</span>
          <span>{product.maxStock === null ? null : stockStrings.maximum(product.maxStock)}</span>
        </p>
        <Incoming product={product} />
        {product.available < 0 ? <p className="mt-2 text-sm text-out-fg">{s.missing(-product.available)}</p> : null}
      </div>
      <LocationStocks id={product.idProduct} />
    </Card>
  );
}

/** What was bought and has not come; the rest of it is where purchases are. */
function Incoming({ product: { incoming, incomingOn } }: { product: Product }) {
  if (incoming === 0) return null;
  return (
    <p className="num mt-2 text-sm text-ink-2">
      <Link to="/compras/pendiente" className="rounded-sm text-accent hover:underline">
        {s.incoming(incoming)}
      </Link>
      {incomingOn === null ? null : s.incomingOn(formatDate(`${incomingOn}T12:00:00Z`))}
    </p>
  );
}

function Figure({ label, value, className }: { label: string; value: number; className?: string }) {
  return (
    <div className="px-5 py-4 sm:not-last:border-r">
      <dt className="text-sm text-ink-2">{label}</dt>
      <dd className={cn('num text-xl font-semibold', className)}>{formatInteger(value)}</dd>
    </div>
  );
}
