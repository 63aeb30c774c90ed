import { expect, test } from 'vitest';
import { periodStart } from './periods';

const now = '2026-11-15T10:00:00Z';

test('each period ends today and begins as long ago as it says', () => {
  expect(periodStart('week', now)).toBe('2026-11-08');
  expect(periodStart('month', now)).toBe('2026-10-15');
  expect(periodStart('year', now)).toBe('2025-11-15');
});

test('everything has no beginning', () => {
  expect(periodStart('all', now)).toBeUndefined();
});
