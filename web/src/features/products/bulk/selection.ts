import { createContext, use, useMemo, useState } from 'react';

/** The most products one bulk change may name. */
export const selectionMax = 500;

export type Selection = {
  ids: ReadonlySet<number>;
  toggle: (ids: number[], selected: boolean) => void;
  clear: () => void;
};

const none: Selection = { ids: new Set(), toggle: () => undefined, clear: () => undefined };

export const SelectionContext = createContext<Selection>(none);

export function useSelection(): Selection {
  return use(SelectionContext);
}

/** Which rows are chosen. It outlives pages and filters, so that people can gather products as they search. */
export function useSelectionState(): Selection {
  const [ids, setIds] = useState<ReadonlySet<number>>(new Set());
  return useMemo(
    () => ({
      ids,
      toggle: (changed, selected) => setIds((before) => withToggled(before, changed, selected)),
      clear: () => setIds(new Set()),
    }),
    [ids],
  );
}

export function withToggled(before: ReadonlySet<number>, changed: number[], selected: boolean): Set<number> {
  const after = new Set(before);
  for (const id of changed) {
    if (!selected) after.delete(id);
    else if (after.size < selectionMax) after.add(id);
  }
  return after;
}
