import type { Proposal, Proposals, ProposedLine } from './api';

/** What a person decided otherwise than it was proposed: products that are to be ordered, or not. */
export type Choice = ReadonlyMap<number, boolean>;

/**
 * What is to be ordered of a supplier. What the forecast asks for is, and what a person named although it asks for
 * none only where nothing else is; what else will run out waits to be chosen.
 */
export function isChosen(line: ProposedLine, choice: Choice, anyWanted: boolean): boolean {
  return choice.get(line.productId) ?? (line.toDo > 0 || !anyWanted);
}

export type Draft = {
  order: Proposal;
  lines: (ProposedLine & { chosen: boolean })[];
  next: (ProposedLine & { chosen: boolean })[];
  count: number;
  total: number;
  /** How many of what is chosen have no price, so that they are not in the total. */
  unpriced: number;
  /** What lacks to the supplier's minimum; null where there is none. */
  missing: number | null;
};

/** The proposals as they stand after what a person chose. */
export function draftsFrom({ orders }: Pick<Proposals, 'orders'>, choice: Choice): Draft[] {
  const anyWanted = orders.some(({ lines }) => lines.some(({ toDo }) => toDo > 0));
  return orders.map((order) => {
    const lines = order.lines.map((line) => ({ ...line, chosen: isChosen(line, choice, anyWanted) }));
    const next = order.next.map((line) => ({ ...line, chosen: choice.get(line.productId) ?? false }));
    const chosen = [...lines, ...next].filter((line) => line.chosen);
    const cents = chosen.reduce((sum, { totalCost }) => sum + Math.round((totalCost ?? 0) * 1000), 0);
    const total = cents / 1000;
    return {
      order,
      lines,
      next,
      count: chosen.length,
      total,
      unpriced: chosen.filter(({ totalCost }) => totalCost == null).length,
      missing: order.minCost == null ? null : Math.max(0, Math.round((order.minCost - total) * 1000) / 1000),
    };
  });
}

/** The products of the drafts to make. */
export function chosenIds(drafts: Draft[]): number[] {
  return drafts.flatMap(({ lines, next }) =>
    [...lines, ...next].filter(({ chosen }) => chosen).map(({ productId }) => productId),
  );
}

export function withChoice(choice: Choice, productId: number, chosen: boolean): Choice {
  return new Map(choice).set(productId, chosen);
}

/** How many drafts one address can name. */
const inAddress = 100;

/** Where to look at drafts that were just made: one has a page, several a list, and very many are all that wait. */
export function placeOf(drafts: number[]) {
  const [only] = drafts;
  if (drafts.length === 1) return { to: '/compras/$id', params: { id: String(only) } } as const;
  if (drafts.length > inAddress) return { to: '/compras', search: { estado: 'draft' } } as const;
  return { to: '/compras', search: { solo: drafts.join(',') } } as const;
}
