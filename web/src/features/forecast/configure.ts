import type { Product } from '@/features/shared/api';
import { strings as stockStrings } from '@/features/shared/strings';
import { passesAt, rulesFor } from '@/lib/checked-form';
import { isFraction, parseWhole } from '@/lib/parse-whole';
import { configureStrings } from './strings';

const s = configureStrings.invalid;

/** The fields as they are typed; an empty one is not set. */
export type ConfigureValues = {
  alertDays: string;
  minStock: string;
  maxStock: string;
  leadDays: string;
  packSize: string;
  serviceLevel: string;
  alertBlocked: boolean;
};

export type NumberName = Exclude<keyof ConfigureValues, 'alertBlocked'>;

const limits: Record<NumberName, { least: number; most: number; message: string; required?: true }> = {
  alertDays: { least: 1, most: 365, message: s.alertDays, required: true },
  minStock: { least: 0, most: 1_000_000_000, message: s.minStock },
  maxStock: { least: 0, most: 1_000_000_000, message: s.maxStock },
  leadDays: { least: 0, most: 150, message: s.leadDays },
  packSize: { least: 1, most: 1_000_000_000, message: s.packSize },
  serviceLevel: { least: 50, most: 99, message: s.serviceLevel },
};

function textOf(value: number | null): string {
  return value === null ? '' : String(value);
}

export function valuesOf(product: Product): ConfigureValues {
  return {
    alertDays: String(product.alertDays),
    minStock: textOf(product.minStock),
    maxStock: textOf(product.maxStock),
    leadDays: textOf(product.leadDays),
    packSize: textOf(product.packSize),
    serviceLevel: textOf(product.serviceLevel),
    alertBlocked: product.alertBlocked,
  };
}

function isEmpty(text: string): boolean {
  return text.trim() === '';
}

/** What is wrong with a field, if anything. */
export function checkConfigure(name: NumberName, values: ConfigureValues): string | undefined {
  const { least, most, message, required } = limits[name];
  const text = values[name];
  if (isEmpty(text)) return required ? message : undefined;
  if (isFraction(text)) return stockStrings.quantity.whole;
  const value = parseWhole(text);
  if (value === null || value < least || value > most) return message;
  const minimum = parseWhole(values.minStock);
  if (name === 'maxStock' && minimum !== null && value < minimum) return s.maxBelowMin;
  return undefined;
}

export const configureRules = rulesFor<ConfigureValues>({}).check(
  ...(Object.keys(limits) as NumberName[]).map((name) =>
    passesAt<ConfigureValues>(name, (values) => checkConfigure(name, values) ?? true),
  ),
);

function numberOf(text: string): number | null {
  return isEmpty(text) ? null : parseWhole(text);
}

/** The same in the server's words, once every field has been checked. */
function settingsOf(values: ConfigureValues) {
  return {
    alertDays: parseWhole(values.alertDays) ?? 30,
    minStock: numberOf(values.minStock),
    maxStock: numberOf(values.maxStock),
    leadDays: numberOf(values.leadDays),
    packSize: numberOf(values.packSize),
    serviceLevel: numberOf(values.serviceLevel),
    alertBlocked: values.alertBlocked,
  };
}

type Settings = ReturnType<typeof settingsOf>;

/** What has to be sent, and nothing else: what others change meanwhile stays theirs. */
export function changeOf(seen: Product, values: ConfigureValues): Partial<Settings> {
  const changed = Object.entries(settingsOf(values)).filter(([name, value]) => seen[name as keyof Settings] !== value);
  return Object.fromEntries(changed);
}

/** Whether two versions of a product agree on everything that a change touches. */
export function agreesOn(change: Partial<Settings>): (a: Product, b: Product) => boolean {
  const names = Object.keys(change) as (keyof Settings)[];
  return (a, b) => names.every((name) => a[name] === b[name]);
}
