import { CircleCheck, CircleSlash, type LucideIcon, PackageX, TriangleAlert } from 'lucide-react';
import type { Tone } from '@/ui/feedback/tone';

/** What decides how a product stands. */
export type Stocked = {
  currentStock: number;
  /** What is not yet promised to an order; below zero where more is promised than there is. */
  available: number;
  minStock: number | null;
  maxStock: number | null;
};

/**
 * «promised» and «scarce» are the colours of «out» and «low» for what lies on the shelf and cannot be sold: they have
 * words of their own, because those of the stock name what the filters and counts of the server find.
 */
export type StockLevel = 'out' | 'promised' | 'low' | 'scarce' | 'ok';

/** The one rule that colours a product everywhere: by what can still be sold. A missing minimum counts as zero. */
export function stockLevel({ currentStock, available, minStock }: Omit<Stocked, 'maxStock'>): StockLevel {
  if (currentStock <= 0) return 'out';
  if (available <= 0) return 'promised';
  const minimum = minStock ?? 0;
  if (currentStock <= minimum) return 'low';
  return available <= minimum ? 'scarce' : 'ok';
}

/** Low is orange: whatever has fallen to its minimum has to be ordered now. */
export const levelTone: Record<StockLevel, Tone> = {
  out: 'out',
  promised: 'out',
  low: 'crit',
  scarce: 'crit',
  ok: 'ok',
};

export const levelIcon: Record<StockLevel, LucideIcon> = {
  out: CircleSlash,
  promised: PackageX,
  low: TriangleAlert,
  scarce: TriangleAlert,
  ok: CircleCheck,
};

/** The length of a product's bar: its maximum, or room enough to show both the minimum and the stock. */
export function levelScale({ currentStock, minStock, maxStock }: Omit<Stocked, 'available'>): number {
  if (maxStock !== null && maxStock > 0) return maxStock;
  return Math.max(2 * (minStock ?? 0), currentStock);
}
