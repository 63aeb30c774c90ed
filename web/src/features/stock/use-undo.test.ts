// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { isUndoable } from './use-undo';

const byHand = { source: 'manual', undoOf: 0, undone: false } as const;

test('only what was done by hand is taken back by itself, and once', () => {
  expect(isUndoable(byHand)).toBe(true);
  expect(isUndoable({ ...byHand, source: 'order' })).toBe(false);
  expect(isUndoable({ ...byHand, undone: true })).toBe(false);
  expect(isUndoable({ ...byHand, undoOf: 12 })).toBe(false);
});
