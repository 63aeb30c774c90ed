import type { ForecastEvent, ForecastEventBody } from './api';

/** The fields of an event as they are typed. */
export type EventValues = {
  name: string;
  dateFrom: string;
  dateTo: string;
  uplift: string;
  /** The number of a category, or empty for all products. */
  category: string;
  yearly: boolean;
};

export function eventValues(event: ForecastEvent | null): EventValues {
  return {
    name: event?.name ?? '',
    dateFrom: event?.dateFrom ?? '',
    dateTo: event?.dateTo ?? '',
    uplift: event ? String(event.uplift) : '',
    category: event?.categoryId ? String(event.categoryId) : '',
    yearly: event?.yearly ?? true,
  };
}

const upliftMin = -95;
const upliftMax = 1900;

/** «80», «+80 %» or «−50»; null for anything that is no change. */
export function parseUplift(text: string): number | null {
  const plain = text.replace('−', '-').replace(/[\s%]/g, '');
  if (!/^[+-]?\d{1,4}$/.test(plain)) return null;
  const value = Number(plain);
  return value !== 0 && value >= upliftMin && value <= upliftMax ? value : null;
}

/** The same in the server's words, once every field has been checked. */
export function bodyOf(values: EventValues): ForecastEventBody {
  return {
    name: values.name.trim(),
    dateFrom: values.dateFrom,
    dateTo: values.dateTo,
    uplift: parseUplift(values.uplift) ?? 0,
    category: values.category === '' ? null : Number(values.category),
    yearly: values.yearly,
  };
}
