import type { StepPoint } from '@/charts/step-chart';
import type { Movement } from '@/features/movements/api';

/**
 * The stock over time, from movements with the newest first: what there was before the oldest of them, and
 * then what each of them left.
 */
export function historyOf(movements: Movement[]): StepPoint[] {
  const inOrder = movements.toReversed();
  const first = inOrder[0];
  if (!first) return [];
  const points = inOrder.map(({ createdAt, newStock }) => ({
    at: new Date(createdAt).getTime(),
    value: newStock,
  }));
  // A product begins with nothing; only what is cut off by the limit begins with something.
  return first.previousStock === 0 ? points : [{ at: points[0]?.at ?? 0, value: first.previousStock }, ...points];
}
