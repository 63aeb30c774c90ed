import { type StockLevel, stockLevel } from '@/features/shared/level';
import { LevelBadge } from '@/features/shared/stock-level';
import { Badge } from '@/ui/feedback/badge';
import type { Product } from './api';
import { type ProductStatus, statuses } from './list/search';
import { strings } from './strings';

/** The server numbers the statuses from one, in this order. */
export function statusOf({ status }: Pick<Product, 'status'>): ProductStatus {
  return statuses[status - 1] ?? 'active';
}

/** How a product stands in a list: what stops it from being sold first, then its stock. */
export function StatusBadge({ product }: { product: Product }) {
  const status = statusOf(product);
  if (status === 'discontinued' || status === 'inactive') {
    return <Badge tone="mute">{strings.statuses[status]}</Badge>;
  }
  if (status === 'out_of_stock') return <LevelBadge level="out" label={strings.statuses.out_of_stock} />;
  return <LevelBadge level={stockLevel(product)} />;
}

/** A product without a minimum of its own is low below ten. */
const lowBelow = 10;

/** How the stock of a card stands, which its badge and its bar say alike. */
export function cardLevel(product: Product): StockLevel {
  return stockLevel({ ...product, minStock: product.minStock ?? lowBelow - 1 });
}

/** The badge of a card, which speaks of stock alone. */
export function CardBadge({ product }: { product: Product }) {
  const level = cardLevel(product);
  return <LevelBadge level={level} label={strings.cardLevels[level]} />;
}
