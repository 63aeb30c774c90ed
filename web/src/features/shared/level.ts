import { CircleCheck, CircleSlash, type LucideIcon, TriangleAlert } from 'lucide-react';
import type { Tone } from '@/ui/feedback/tone';

/** What decides how a product stands. */
export type Stocked = {
  currentStock: number;
  minStock: number | null;
  maxStock: number | null;
};

export type StockLevel = 'out' | 'low' | 'ok';

/** Out when nothing is left, low at or below the minimum; a missing minimum counts as zero. */
export function stockLevel({ currentStock, minStock }: Pick<Stocked, 'currentStock' | 'minStock'>): StockLevel {
  if (currentStock <= 0) return 'out';
  return currentStock <= (minStock ?? 0) ? 'low' : 'ok';
}

/** Low is orange: whatever has fallen to its minimum has to be ordered now. */
export const levelTone: Record<StockLevel, Tone> = { out: 'out', low: 'crit', ok: 'ok' };

export const levelIcon: Record<StockLevel, LucideIcon> = {
  out: CircleSlash,
  low: TriangleAlert,
  ok: CircleCheck,
};

/** The length of a product's bar: its maximum, or room enough to show both the minimum and the stock. */
export function levelScale({ currentStock, minStock, maxStock }: Stocked): number {
  if (maxStock !== null && maxStock > 0) return maxStock;
  return Math.max(2 * (minStock ?? 0), currentStock);
}
