import { expect, test } from 'vitest';
import { roundTicks } from './scale';

test.each([
  [0, [0, 1]],
  [3, [0, 1, 2, 3]],
  [28, [0, 10, 20, 30]],
  [41, [0, 20, 40, 60]],
  [1000, [0, 500, 1000]],
])('%i fits under round steps', (top, ticks) => {
  expect(roundTicks(top)).toEqual(ticks);
});
