import { expect, test } from 'vitest';
import { labelRoom, roundTicks } from './scale';

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
