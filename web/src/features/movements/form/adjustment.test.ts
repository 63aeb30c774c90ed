import { describe, expect, it } from 'vitest';
import { adjustmentBody, previewAdjustment } from './adjustment';

const oneLocation = { total: 6, here: 6 };
const spread = { total: 10, here: 4 };

describe('previewAdjustment', () => {
  it('adds', () =>
    expect(previewAdjustment('add', 24, oneLocation)).toEqual({
      after: 30,
      change: 24,
      takesAll: null,
      here: null,
    }));
  it('takes', () =>
    expect(previewAdjustment('remove', 2, oneLocation)).toEqual({
      after: 4,
      change: -2,
      takesAll: null,
      here: null,
    }));
  it('never shows less than nothing', () =>
    expect(previewAdjustment('remove', 9, oneLocation)).toEqual({
      after: 0,
      change: -6,
      takesAll: 6,
      here: null,
    }));
  it('sets', () =>
    expect(previewAdjustment('set', 2, oneLocation)).toEqual({
      after: 2,
      change: -4,
      takesAll: null,
      here: null,
    }));
  it('leaves what lies elsewhere alone, and tells it from what lies here', () => {
    const left = { before: 4, after: 0 };
    expect(previewAdjustment('remove', 9, spread)).toEqual({ after: 6, change: -4, takesAll: 4, here: left });
    const set = { before: 4, after: 1 };
    expect(previewAdjustment('set', 1, spread)).toEqual({ after: 7, change: -3, takesAll: null, here: set });
    const more = { before: 4, after: 5 };
    expect(previewAdjustment('add', 1, spread)).toEqual({ after: 11, change: 1, takesAll: null, here: more });
  });
});

describe('adjustmentBody', () => {
  it('asks for no more than there is', () =>
    expect(adjustmentBody('remove', 9, spread)).toEqual({ type: 'remove', quantity: 4 }));
  it('says which stock was seen when setting', () =>
    expect(adjustmentBody('set', 9, spread)).toEqual({ type: 'set', quantity: 9, expectedStock: 10 }));
  it('adds what was typed', () => expect(adjustmentBody('add', 9, spread)).toEqual({ type: 'add', quantity: 9 }));
});
