/** A page number, or the gap where pages are left out. */
export type PageSlot = number | 'gap';

const pagesEachSide = 2;

/** The first page, the last one, and two on each side of the current one; gaps say that pages are missing. */
export function pageWindow(current: number, pageCount: number): PageSlot[] {
  const first = Math.max(2, current - pagesEachSide);
  const last = Math.min(pageCount - 1, current + pagesEachSide);
  const slots: PageSlot[] = [1];
  if (first > 2) slots.push('gap');
  for (let page = first; page <= last; page++) slots.push(page);
  if (last < pageCount - 1) slots.push('gap');
  if (pageCount > 1) slots.push(pageCount);
  return slots;
}
