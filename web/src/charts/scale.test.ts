import { expect, test } from 'vitest';
import { bands, labelRoom, roundTicks, timeTicks, valueAxis } from './scale';

test.each([
  [0, [0, 1]],
  [3, [0, 1, 2, 3]],
  [28, [0, 10, 20, 30]],
  [41, [0, 20, 40, 60]],
  [1000, [0, 500, 1000]],
])('%i fits under round steps', (top, ticks) => {
  expect(roundTicks(top)).toEqual(ticks);
});

test('short labels leave the picture where it is, long ones make room', () => {
  expect(labelRoom(['0', '10', '20'], 32)).toBe(32);
  expect(labelRoom(['0', '1.000.000', '2.000.000'], 32)).toBeGreaterThan(60);
});

test.each([
  [1, [0, 1], 1],
  [7, [0, 2, 4, 6, 8], 8],
  [2.4, [0, 1, 2], 2.5],
  [34, [0, 10, 20, 30, 40], 40],
  [9120, [0, 2000, 4000, 6000, 8000, 10000], 10000],
])('an axis up to %d has round whole ticks and ends at a round value', (top, ticks, end) => {
  const axis = valueAxis(top, { foot: 200, head: 20 });
  expect(axis.ticks).toEqual(ticks);
  expect(axis.at(0)).toBe(200);
  expect(axis.at(end)).toBeCloseTo(20);
});

/** In the time of the machine, which is what the calendar of a chart is in. */
const moment = (text: string) => new Date(text).getTime();

test.each([
  ['2026-11-18T09:10', '2026-11-18T11:40', 3, ['2026-11-18T10:00', '2026-11-18T11:00']],
  ['2026-11-14T12:00', '2026-11-18T12:00', 4, ['15', '16', '17', '18'].map((day) => `2026-11-${day}T00:00`)],
  ['2026-10-28T12:00', '2026-11-04T12:00', 4, ['10-29', '10-31', '11-01', '11-03'].map((day) => `2026-${day}T00:00`)],
  ['2026-10-20T12:00', '2026-11-18T12:00', 4, ['10-25', '11-01', '11-08', '11-15'].map((day) => `2026-${day}T00:00`)],
  ['2026-01-20T00:00', '2026-11-18T00:00', 3, ['04', '07', '10'].map((month) => `2026-${month}-01T00:00`)],
  ['2010-06-01T00:00', '2026-06-01T00:00', 3, ['2015-01-01T00:00', '2020-01-01T00:00', '2025-01-01T00:00']],
])('between %s and %s about %i things begin', (from, to, count, ticks) => {
  expect(timeTicks(moment(from), moment(to), count)).toEqual(ticks.map(moment));
});

test('the bands fill their room, with a quarter of a step before, between and after them', () => {
  const { left, width, step } = bands(4, 36, 376);
  expect(step).toBe(80);
  expect(width).toBe(60);
  expect([0, 1, 2, 3].map(left)).toEqual([56, 136, 216, 296]);
  expect(left(3) + width + step / 4).toBe(376);
});
