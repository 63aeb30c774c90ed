import { formatDecimal, formatInteger } from '@/lib/format';
import type { AuditRow } from './api';
import { detailsStrings as s } from './details-strings';
import type { ProductStatus } from './search';
import { strings } from './strings';

export type AuditChange = { field: string; before: string; after: string };

function record(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

/** What an audit row says changed, field by field, in people's words. */
export function auditChanges({ before, after }: Pick<AuditRow, 'before' | 'after'>): AuditChange[] {
  const [old, now] = [record(before), record(after)];
  return Object.keys(s.auditFields)
    .map((key) => ({
      field: s.auditFields[key] ?? key,
      before: textOf(key, old[key]),
      after: textOf(key, now[key]),
    }))
    .filter((change) => change.before !== change.after);
}

function textOf(key: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return '';
  if (typeof value === 'boolean') return value ? s.yes : s.no;
  // Money is kept in cents.
  if (typeof value === 'number')
    return key === 'Price' ? formatDecimal(value / 100, 2) : formatInteger(value);
  if (Array.isArray(value)) return value.join(', ');
  if (typeof value !== 'string') return '';
  return key === 'Status' ? (strings.statuses[value as ProductStatus] ?? value) : value;
}
