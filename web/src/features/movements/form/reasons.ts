import type { Reason } from '../api';

type Direction = 'in' | 'out';

/** A reason belongs to a direction: nothing comes in by being sold. The server refuses the rest. */
export const reasons: Record<Direction, readonly Reason[]> = {
  in: ['restock', 'return', 'adjustment', 'transfer', 'other'],
  out: ['sale', 'damage', 'adjustment', 'transfer', 'other'],
};

/** What a person may give as a reason while the direction is not known; stocktakes give their own. */
const eitherWay: readonly Reason[] = ['restock', 'sale', 'damage', 'adjustment', 'return', 'transfer', 'other'];

/** The reasons for a change by so many units; 0 is a change that is not known yet. */
export function reasonsFor(change: number): readonly Reason[] {
  if (change === 0) return eitherWay;
  return change > 0 ? reasons.in : reasons.out;
}
