// @vitest-environment node
import { expect, test } from 'vitest';
import { pageWindow } from './page-window';

test.each([
  { current: 1, pages: 1, slots: [1] },
  { current: 1, pages: 3, slots: [1, 2, 3] },
  { current: 1, pages: 13, slots: [1, 2, 3, 'gap', 13] },
  { current: 4, pages: 13, slots: [1, 2, 3, 4, 5, 6, 'gap', 13] },
  { current: 5, pages: 13, slots: [1, 'gap', 3, 4, 5, 6, 7, 'gap', 13] },
  { current: 7, pages: 13, slots: [1, 'gap', 5, 6, 7, 8, 9, 'gap', 13] },
  { current: 13, pages: 13, slots: [1, 'gap', 11, 12, 13] },
])('page $current of $pages', ({ current, pages, slots }) => {
  expect(pageWindow(current, pages)).toEqual(slots);
});
