import { ArrowRight } from 'lucide-react';
import { type Stocked, stockLevel } from '@/features/shared/level';
import { LevelBadge, StockBar } from '@/features/shared/stock-level';
import { strings } from '@/features/shared/strings';
import { cn } from '@/lib/cn';
import { formatInteger, formatSigned } from '@/lib/format';
import { adjustStrings } from '../strings';
import type { Preview } from './adjustment';

const s = adjustStrings;

type AdjustPreviewProps = { product: Stocked; preview: Preview };

/** What the stock is and what it will be, said aloud as the quantity changes. */
export function AdjustPreview({ product, preview }: AdjustPreviewProps) {
  const later = { ...product, currentStock: preview.after, available: product.available + preview.change };
  return (
    <div aria-live="polite" className="rounded-lg border border-line bg-canvas p-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <div className="flex items-center gap-3">
          <div>
            <p className="text-xs text-ink-3">{preview.here ? s.nowInAll : s.now}</p>
            <p className="num text-xl font-semibold text-ink-2">{formatInteger(product.currentStock)}</p>
          </div>
          <ArrowRight aria-hidden className="mt-4 size-4.5 shrink-0 text-ink-3" />
          <div>
            <p className="text-xs text-ink-3">{preview.here ? s.afterInAll : s.after}</p>
            <p className="num text-xl font-semibold">
              {formatInteger(preview.after)} <Change value={preview.change} />
            </p>
          </div>
        </div>
        <span className="ml-auto">
          <LevelBadge level={stockLevel(later)} />
        </span>
      </div>
      {preview.here ? (
        <p className="num mt-1 text-sm text-ink-2">{s.here(preview.here.before, preview.here.after)}</p>
      ) : null}
      <StockBar product={later} className="mt-3" />
      <p className="num mt-2 flex min-h-4 justify-between text-2xs text-ink-3">
        <span>{product.minStock === null ? null : strings.minimum(product.minStock)}</span>
        <span>{product.maxStock === null ? null : strings.maximum(product.maxStock)}</span>
      </p>
      {preview.takesAll === null || preview.takesAll === 0 ? null : (
        <p className="mt-1 text-sm text-low-fg">{s.takesAll(preview.takesAll)}</p>
      )}
    </div>
  );
}

function Change({ value }: { value: number }) {
  if (value === 0) return null;
  return (
    <span className={cn('text-sm font-medium', value < 0 ? 'text-out-fg' : 'text-ok-fg')}>{formatSigned(value)}</span>
  );
}
