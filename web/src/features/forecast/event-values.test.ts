import { describe, expect, test } from 'vitest';
import { bodyOf, eventValues, parseUplift } from './event-values';

describe('an event', () => {
  test.each([
    ['80', 80],
    ['+80 %', 80],
    ['−50', -50],
    ['-95%', -95],
    ['1900', 1900],
    ['0', null],
    ['-96', null],
    ['1901', null],
    ['1,5', null],
    ['', null],
  ])('reads «%s»', (text, value) => {
    expect(parseUplift(text)).toBe(value);
  });

  test('is sent as it was typed, without a category for all products', () => {
    const values = {
      ...eventValues(null),
      name: ' Reyes ',
      dateFrom: '2026-01-02',
      dateTo: '2026-01-05',
      uplift: '80',
    };
    expect(bodyOf(values)).toEqual({
      name: 'Reyes',
      dateFrom: '2026-01-02',
      dateTo: '2026-01-05',
      uplift: 80,
      category: null,
      yearly: true,
    });
    expect(bodyOf({ ...values, category: '7' }).category).toBe(7);
  });
});
