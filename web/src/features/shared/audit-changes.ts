import type { Answer } from '@/lib/api-types';
import { formatDate, formatDateTime, formatDecimal, formatInteger } from '@/lib/format';
import { keptAmount, readMoney } from '@/lib/money';
import { auditActions, auditNouns, auditStrings, auditValues } from './audit-strings';

export type AuditRow = Answer<'/api/audit/', 'get'>['results'][number];

export type AuditChange = { field: string; before: string; after: string };

/** Names a location by its number; undefined where no screen mentions locations. */
export type LocationNames = (id: number) => string | undefined;

const moneyFields = ['Price', 'Cost', 'UnitCost', 'Total', 'TotalCost', 'ExtraCost', 'MinOrder', 'PackPrice'];

/** Prices of packs are kept with four decimals, whatever their currency. */
const packParts = 10_000;
const locationFields = ['LocationID', 'FromLocationID', 'ToLocationID'];

function record(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

/** What an audit row says changed, field by field, in people's words. */
export function auditChanges(
  { noun, before, after }: Pick<AuditRow, 'noun' | 'before' | 'after'>,
  locationName: LocationNames = () => undefined,
): AuditChange[] {
  const [old, now] = [record(before), record(after)];
  return Object.entries(auditNouns[noun]?.fields ?? {})
    .map(([key, field]) => ({
      field,
      before: textOf(noun, key, old, locationName),
      after: textOf(noun, key, now, locationName),
    }))
    .filter((change) => change.before !== change.after);
}

function textOf(noun: string, key: string, of: Record<string, unknown>, locationName: LocationNames): string {
  const value = of[key];
  if (value === null || value === undefined || value === '') return '';
  if (typeof value === 'boolean') return value ? auditStrings.yes : auditStrings.no;
  // A list of tags, or the parts of an address.
  if (typeof value === 'object') return Object.values(value).filter(Boolean).join(', ');
  if (typeof value === 'number' && locationFields.includes(key)) return locationName(value) ?? '';
  if (typeof value !== 'number' && typeof value !== 'string') return '';
  const word = auditValues[`${noun}.${key}`]?.[value];
  if (word !== undefined || typeof value === 'string') return word ?? whenOf(String(value));
  if (!moneyFields.includes(key)) return formatInteger(value);
  const currency = typeof of.Currency === 'string' && of.Currency !== '' ? of.Currency : undefined;
  const amount = key === 'PackPrice' ? value / packParts : keptAmount(value, currency);
  return currency === undefined ? formatDecimal(amount, 2) : readMoney(amount, currency);
}

const moment = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;
const day = /^\d{4}-\d\d-\d\d$/;

/** A moment or a day as people write it; any other text as it is. */
function whenOf(text: string): string {
  if (moment.test(text)) return formatDateTime(text);
  return day.test(text) ? formatDate(text) : text;
}

/** «Producto», or the server's own word for what the page does not know yet. */
export function auditNoun(noun: string): string {
  return auditNouns[noun]?.name ?? noun;
}

export function auditAction(action: string): string {
  return auditActions[action] ?? action;
}

/** The product that a row is about, or null. */
export function auditProduct({ noun, nounId, before, after }: AuditRow): number | null {
  if (noun === 'product') return nounId;
  const id = record(after).ProductID ?? record(before).ProductID;
  return typeof id === 'number' ? id : null;
}
