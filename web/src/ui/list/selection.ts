import { createContext, use, useMemo, useState } from 'react';

/** The most rows one bulk change may name, unless its list says otherwise. */
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

/** Which rows are chosen. It outlives pages and filters, so that people can gather rows as they search. */
export function useSelectionState(max = selectionMax): Selection {
  const [ids, setIds] = useState<ReadonlySet<number>>(new Set());
  return useMemo(
    () => ({
      ids,
      toggle: (changed, selected) => setIds((before) => withToggled(before, changed, selected, max)),
      clear: () => setIds(new Set()),
    }),
    [ids, max],
  );
}

export function withToggled(
  before: ReadonlySet<number>,
  changed: number[],
  selected: boolean,
  max = selectionMax,
): Set<number> {
  const after = new Set(before);
  for (const id of changed) {
    if (!selected) after.delete(id);
    else if (after.size < max) after.add(id);
  }
  return after;
}
