import type { Product } from '../api';
import { changedFields, type ProductField, type ProductValues, valuesOf } from './product-values';

/** A field that two people changed to different things. */
export type FieldConflict = { field: ProductField; mine: string; theirs: string };

/** Where what I typed meets what another user saved since I looked. */
export function conflictsOf(seen: Product, current: Product, mine: ProductValues): FieldConflict[] {
  const theirs = valuesOf(current);
  const touchedByThem = changedFields(valuesOf(seen), theirs);
  const touchedByMe = changedFields(valuesOf(seen), mine);
  const different = changedFields(mine, theirs);
  return different
    .filter((field) => touchedByMe.includes(field) && touchedByThem.includes(field))
    .map((field) => ({ field, mine: mine[field], theirs: theirs[field] }));
}

/** Whether nobody else touched the fields that are about to be saved. */
export function agreesOn(fields: ProductField[]): (a: Product, b: Product) => boolean {
  return (a, b) => !changedFields(valuesOf(a), valuesOf(b)).some((field) => fields.includes(field));
}

/** What others changed in the meantime besides what was just saved. Stock moves all day and is no news. */
export function changedByOthers(seen: Product, saved: Product, mine: ProductField[]): ProductField[] {
  return changedFields(valuesOf(seen), valuesOf(saved)).filter((field) => field !== 'stock' && !mine.includes(field));
}
