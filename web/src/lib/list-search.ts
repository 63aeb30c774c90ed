import type { BusinessDay } from './business-day';

/** What the address of every list knows besides its filters. */
export type PagedSearch = { pagina?: number | undefined; porPagina?: number | undefined };

const pageSizes = [10, 20, 50, 100];

/** The page and its size out of an address; whatever makes no sense is left out and means its default. */
export function parsePaging(raw: Record<string, unknown>): PagedSearch {
  const page = Number(raw.pagina);
  return {
    pagina: Number.isSafeInteger(page) && page > 1 ? page : undefined,
    porPagina: pageSizes.find((size) => size === Number(raw.porPagina)),
  };
}

/** The first and the last day that a list shows. */
export type DatedSearch = { desde?: BusinessDay | undefined; hasta?: BusinessDay | undefined };

/** Whether what arrives in an address is a day that exists. */
function isDay(text: unknown): text is BusinessDay {
  if (typeof text !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}

export function parseDay(value: unknown): BusinessDay | undefined {
  return isDay(value) ? value : undefined;
}

export function parseDates({ desde, hasta }: Record<string, unknown>): DatedSearch {
  return { desde: parseDay(desde), hasta: parseDay(hasta) };
}

const textMax = 200;

export function parseText(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value.slice(0, textMax) : undefined;
}

export function parseOneOf<Value extends string>(allowed: readonly Value[], value: unknown): Value | undefined {
  return allowed.find((candidate) => candidate === value);
}

/** The number of a row of the server, such as a location. */
export function parseId(value: unknown): number | undefined {
  const id = Number(value);
  return Number.isSafeInteger(id) && id > 0 ? id : undefined;
}

/** An amount of money, or any number that is not negative. */
export function parseAmount(value: unknown): number | undefined {
  if (value === undefined || value === '') return undefined;
  const number = Number(value);
  // The server counts in cents and refuses a third decimal.
  return Number.isFinite(number) && number >= 0 ? Math.round(number * 100) / 100 : undefined;
}

type Present<Values> = { [Name in keyof Values]?: Exclude<Values[Name], undefined> };

/** Leaves out what is not there, so that an address or a question names only what differs from its defaults. */
export function withoutDefaults<Values extends object>(values: Values): Present<Values> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Present<Values>;
}
