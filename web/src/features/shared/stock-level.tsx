import { cn } from '@/lib/cn';
import { formatInteger } from '@/lib/format';
import { Badge } from '@/ui/feedback/badge';
import { LevelBar } from '@/ui/feedback/level-bar';
import { type Tone, toneText } from '@/ui/feedback/tone';
import { levelIcon, levelScale, levelTone, type Stocked, type StockLevel, stockLevel } from './level';
import { strings } from './strings';

/** The bar alone: how full, in the colour of its state, with a line at the minimum. */
export function StockBar({ product, className }: { product: Stocked; className?: string }) {
  return (
    <LevelBar
      value={product.currentStock}
      max={levelScale(product)}
      notch={product.minStock}
      tone={levelTone[stockLevel(product)]}
      {...(className !== undefined && { className })}
    />
  );
}

type StockCellProps = {
  product: Stocked;
  /** What matters more here than the minimum. */
  note?: string | undefined;
};

/** The stock of a table row: bar, figure and minimum. */
export function StockCell({ product, note }: StockCellProps) {
  const level = stockLevel(product);
  const below = note ?? (product.minStock === null ? null : strings.minimum(product.minStock));
  return (
    <span className="flex items-center justify-end gap-4">
      <StockBar product={product} className="w-22 min-w-8" />
      <span className="num min-w-12 text-right leading-tight">
        <span className={cn('block font-semibold', level !== 'ok' && toneText[levelTone[level]])}>
          {formatInteger(product.currentStock)}
        </span>
        {below === null ? null : <span className="block text-2xs whitespace-nowrap text-ink-3">{below}</span>}
      </span>
    </span>
  );
}

type LevelBadgeProps = { level: StockLevel; label?: string };

/** Colour is spent on what needs action: what is in stock gets an icon and a plain word. */
export function LevelBadge({ level, label = strings.levels[level] }: LevelBadgeProps) {
  const Icon = levelIcon[level];
  if (level === 'ok') {
    return (
      <span className="inline-flex items-center gap-1 align-middle text-xs font-medium whitespace-nowrap text-ink-2">
        <Icon aria-hidden className="size-3.5 text-ok-solid" />
        {label}
      </span>
    );
  }
  const tone: Tone = levelTone[level];
  return (
    <Badge tone={tone} icon={Icon}>
      {label}
    </Badge>
  );
}
