import { type BusinessDay, businessDay, dayBefore } from '@/lib/business-day';
import type { DateInput } from '@/lib/format';

export const periods = ['all', 'week', 'month', 'year'] as const;
export type Period = (typeof periods)[number];

const steps = { week: { days: 7 }, month: { months: 1 }, year: { years: 1 } };

/** The first day of a period that ends now: the last seven days, the last month, the last year. */
export function periodStart(period: Period, now: DateInput): BusinessDay | undefined {
  return period === 'all' ? undefined : dayBefore(businessDay(now), steps[period]);
}
