import { type DateInput, formatDate } from './format';

/** A day of the business as the server takes it: «2026-11-15». */
export type BusinessDay = string;

/** The day that an instant belongs to where the business is, wherever the person looking may be. */
export function businessDay(value: DateInput): BusinessDay {
  return formatDate(value).split('/').reverse().join('-');
}

/** The day it is where the business is. */
export function today(): BusinessDay {
  return businessDay(Date.now());
}

type Step = { days?: number; months?: number; years?: number };

/** The day that lies so long before another; the 31st of a shorter month is its last day. */
export function dayBefore(day: BusinessDay, { days = 0, months = 0, years = 0 }: Step): BusinessDay {
  const [year = 1970, month = 1, date = 1] = day.split('-').map(Number);
  const firstOfMonth = new Date(Date.UTC(year - years, month - 1 - months, 1));
  const lastDate = new Date(Date.UTC(firstOfMonth.getUTCFullYear(), firstOfMonth.getUTCMonth() + 1, 0)).getUTCDate();
  firstOfMonth.setUTCDate(Math.min(date, lastDate) - days);
  return firstOfMonth.toISOString().slice(0, 10);
}
