import { personalStorage } from '@/lib/personal';
import type { Import } from './api';
import { type ColumnChoices, choicesOf } from './mapping';

export type ReadingChoice = Pick<Import, 'decimal' | 'emptyCells' | 'locationId' | 'supplierId'>;

/** What a person has chosen about a file and not reviewed yet. */
export type ColumnDraft = { choices: ColumnChoices; reading: ReadingChoice };

/** Another header means other columns, about which nothing has been chosen yet. */
function keyOf({ id, sheet, headerRow }: Import): string {
  return `import-columns-${id}-${sheet}-${headerRow}`;
}

/** An import of another shop may have had the same number. */
function isFor({ columns, fields }: Import, draft: Partial<ColumnDraft> | null): draft is ColumnDraft {
  const names = ['', ...fields.map(({ name }) => name)];
  return (
    draft?.reading !== undefined &&
    draft.choices?.length === columns.length &&
    draft.choices.every((choice) => names.includes(choice))
  );
}

/** The choices of this tab, which a reload must not lose; where there are none, those that the server suggests. */
export function columnDraftOf(imported: Import): ColumnDraft {
  const { mapping, columns, decimal, emptyCells, locationId, supplierId } = imported;
  const kept: Partial<ColumnDraft> | null = JSON.parse(personalStorage.get(keyOf(imported)) ?? 'null');
  if (isFor(imported, kept)) return kept;
  return { choices: choicesOf(mapping, columns.length), reading: { decimal, emptyCells, locationId, supplierId } };
}

export function keepColumnDraft(imported: Import, draft: ColumnDraft) {
  personalStorage.set(keyOf(imported), JSON.stringify(draft));
}

/** Once the server has them, its word counts, whichever side changes it next. */
export function forgetColumnDraft(imported: Import) {
  personalStorage.remove(keyOf(imported));
}
