import { afterEach, expect, test } from 'vitest';
import { businessDay, dayBefore } from './business-day';
import { setTimeZone } from './format';

afterEach(() => setTimeZone('Europe/Madrid'));

test('the day is that of the business', () => {
  expect(businessDay('2026-11-14T23:30:00Z')).toBe('2026-11-15');
  setTimeZone('America/Bogota');
  expect(businessDay('2026-11-15T02:00:00Z')).toBe('2026-11-14');
});

test('going back crosses months and years', () => {
  expect(dayBefore('2026-03-03', { days: 7 })).toBe('2026-02-24');
  expect(dayBefore('2026-01-15', { months: 1 })).toBe('2025-12-15');
  expect(dayBefore('2026-11-15', { years: 1 })).toBe('2025-11-15');
});

test('a day that the shorter month lacks is its last one', () => {
  expect(dayBefore('2026-03-31', { months: 1 })).toBe('2026-02-28');
  expect(dayBefore('2028-02-29', { years: 1 })).toBe('2027-02-28');
});
