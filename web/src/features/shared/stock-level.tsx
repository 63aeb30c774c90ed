import { cn } from '@/lib/cn';
import { formatInteger } from '@/lib/format';
import { Badge } from '@/ui/feedback/badge';
import { LevelBar } from '@/ui/feedback/level-bar';
import { type Tone, toneText } from '@/ui/feedback/tone';
import { levelIcon, levelScale, levelTone, type Stocked, type StockLevel, stockLevel } from './level';
import { strings } from './strings';

type StockBarProps = {
  product: Stocked;
  /** Where the screen judges by another rule. */
  level?: StockLevel;
  className?: string;
};

/** The bar alone: how much can still be sold, in the colour of that, with a line at the minimum. */
export function StockBar({ product, level = stockLevel(product), className }: StockBarProps) {
  return (
    <LevelBar
      value={Math.max(product.available, 0)}
      max={levelScale(product)}
      notch={product.minStock}
      tone={levelTone[level]}
      {...(className !== undefined && { className })}
    />
  );
}

/** What is promised to orders cannot be sold again; without this, full shelves would run out for no reason. */
export function reservedNote({ available, currentStock }: Stocked): string | null {
  return available === currentStock ? null : strings.available(Math.max(available, 0));
}

/** The stock of a table row: bar, figure, and what of it can be sold or else the minimum. */
export function StockCell({ product }: { product: Stocked }) {
  const level = stockLevel(product);
  const below = reservedNote(product) ?? (product.minStock === null ? null : strings.minimum(product.minStock));
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
