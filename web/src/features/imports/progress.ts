import type { Import, ImportRow, ImportStatus } from './api';

const atWork: readonly ImportStatus[] = ['queued', 'checking', 'applying', 'undoing'];

/** Whether the server is busy with it, so that what it says will soon be old. */
export function isAtWork(status: ImportStatus): boolean {
  return atWork.includes(status);
}

/** How far the present step is, or null while the number of rows is not known. */
export function shareDone({ status, done, total }: Pick<Import, 'status' | 'done' | 'total'>): number | null {
  if (status !== 'applying' && status !== 'undoing') return null;
  return total > 0 ? Math.min(1, done / total) : null;
}

/** An import that changed nothing has nothing to give back, whatever its status. */
export function canUndo({ undoable, created, updated }: ImportRow): boolean {
  return undoable && created + updated > 0;
}

/** The stations of the way: those before the present one are behind. */
export const stages = ['file', 'columns', 'review', 'import'] as const;
export type Stage = (typeof stages)[number];

/** Where an import is: a draft is wherever the person looks, everything else has left their hands. */
export function stageOf(
  { status, mapping, fields }: Pick<Import, 'status' | 'mapping' | 'fields'>,
  reviewing: boolean,
): Stage {
  if (status !== 'draft') return 'import';
  const whole = fields.every(({ name, required }) => !required || mapping[name] !== undefined);
  return reviewing && whole ? 'review' : 'columns';
}
