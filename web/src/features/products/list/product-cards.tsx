import { memo } from 'react';
import { reservedNote, StockBar } from '@/features/shared/stock-level';
import { strings as stockStrings } from '@/features/shared/strings';
import { Thumb } from '@/features/shared/thumb';
import { cn } from '@/lib/cn';
import { formatInteger, unitWord } from '@/lib/format';
import { useCan } from '@/lib/permissions';
import { Skeleton } from '@/ui/feedback/skeleton';
import { Button } from '@/ui/form/button';
import { MiniSwitch } from '@/ui/form/mini-switch';
import type { Product } from '../api';
import { useOpenDialog, useToggleAlert } from '../product-actions';
import { ProductMenu } from '../product-menu';
import { CardBadge, cardLevel } from '../product-status';
import { actionStrings, strings } from '../strings';
import { ProductLink, SelectBox } from './product-columns';

type ProductCardsProps = {
  products: Product[];
  /** They make room for others. */
  stale: boolean;
  /** Others are on their way, or being drawn. */
  busy: boolean;
};

/** The lines after the last column and below the last row lie outside of the frame. */
const frameClass = 'overflow-clip border-t border-line';
const gridClass = '-mr-px -mb-px grid grid-cols-1 sm:grid-cols-2 lg:grid-cols-3 2xl:grid-cols-4';
const cellClass = 'border-r border-b border-line p-4';

export function ProductCards({ products, stale, busy }: ProductCardsProps) {
  return (
    <div className={frameClass}>
      <ul
        aria-label={strings.list}
        aria-busy={busy}
        className={cn(gridClass, stale && 'opacity-60 transition-opacity')}
      >
        {products.map((product) => (
          <ProductCard key={product.idProduct} product={product} />
        ))}
      </ul>
    </div>
  );
}

/** The cards' own shape while they load. */
export function ProductCardsSkeleton() {
  return (
    <div aria-hidden className={frameClass}>
      <div className={gridClass}>
        {[1, 2, 3, 4, 5, 6].map((card) => (
          <div key={card} className={cn('stack-4', cellClass)}>
            <Skeleton className="w-3/5" />
            <Skeleton className="w-1/3" />
            <Skeleton className="h-8 w-full" />
          </div>
        ))}
      </div>
    </div>
  );
}

const ProductCard = memo(function ProductCard({ product }: { product: Product }) {
  const canEdit = useCan('products.edit');
  return (
    <li className={cn('flex min-w-0 flex-col gap-3', cellClass)}>
      <div className="flex gap-3">
        <Thumb name={product.name} imageUrl={product.imageUrl} size="md" />
        <div className="min-w-0 flex-1">
          <ProductLink
            product={product}
            className="line-clamp-2 rounded-sm leading-snug font-medium wrap-anywhere hover:text-accent hover:underline"
          />
          <p className="mt-0.5 truncate text-xs text-ink-3">
            <span className="code">{product.sku}</span>
            {product.category === null ? null : ` · ${product.category}`}
          </p>
        </div>
        {canEdit ? <SelectBox product={product} /> : null}
      </div>
      <CardStock product={product} />
      <StockBar product={product} level={cardLevel(product)} />
      <CardActions product={product} />
    </li>
  );
});

function CardStock({ product }: { product: Product }) {
  const open = useOpenDialog();
  const canAdjust = useCan('stock.adjust');
  const note = reservedNote(product);
  return (
    <div className="mt-auto flex flex-wrap items-center gap-x-3 gap-y-2">
      <p className="num">
        <span className="text-lg font-semibold">{formatInteger(product.currentStock)}</span>{' '}
        <span className="text-xs text-ink-3">
          {unitWord(product.currentStock)}
          {note === null ? null : ` · ${note}`}
          {product.minStock === null ? null : ` · ${stockStrings.minimum(product.minStock)}`}
        </span>
      </p>
      <CardBadge product={product} />
      {canAdjust ? (
        <Button
          className="ml-auto"
          aria-label={actionStrings.adjustOf(product.name)}
          onClick={() => open({ kind: 'adjust', product })}
        >
          {actionStrings.adjustShort}
        </Button>
      ) : null}
    </div>
  );
}

function CardActions({ product }: { product: Product }) {
  const open = useOpenDialog();
  const toggleAlert = useToggleAlert();
  const canEdit = useCan('products.edit');
  return (
    <div className="flex flex-wrap items-center gap-2">
      <MiniSwitch
        label={strings.alert}
        accessibleLabel={strings.alertOf(product.name)}
        checked={!product.alertBlocked}
        disabled={!canEdit}
        onCheckedChange={() => void toggleAlert(product)}
      />
      <span className="ml-auto flex gap-2">
        <ProductMenu product={product} look="word" />
        {canEdit ? (
          <Button aria-label={actionStrings.editOf(product.name)} onClick={() => open({ kind: 'edit', product })}>
            {actionStrings.edit}
          </Button>
        ) : null}
      </span>
    </div>
  );
}
