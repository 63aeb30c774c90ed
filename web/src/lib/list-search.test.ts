// @vitest-environment node
import { expect, test } from 'vitest';
import { parseDates } from './list-search';

test('only days that exist are days', () => {
  expect(parseDates({ desde: '2026-02-28', hasta: '2026-02-30' })).toEqual({ desde: '2026-02-28' });
  expect(parseDates({ desde: '28/02/2026', hasta: 20260228 })).toEqual({});
});
