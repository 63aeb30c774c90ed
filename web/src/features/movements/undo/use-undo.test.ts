// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { wayBack } from './use-undo';

const byHand = { type: 'entrada', source: 'manual', undoOf: 0, undone: false } as const;
const byEntry = { ...byHand, source: 'entry' } as const;

test('what was done by hand is taken back by itself, an entry with its document, and each once', () => {
  expect(wayBack(byHand)).toBe('movement');
  expect(wayBack(byEntry)).toBe('entry');
  expect(wayBack({ ...byHand, source: 'order' })).toBeNull();
  for (const movement of [byHand, byEntry]) {
    expect(wayBack({ ...movement, undone: true })).toBeNull();
    expect(wayBack({ ...movement, undoOf: 12 })).toBeNull();
  }
});
