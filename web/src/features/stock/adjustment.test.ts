import { describe, expect, it } from 'vitest';
import { adjustmentBody, previewAdjustment } from './adjustment';

const oneLocation = { total: 6, here: 6 };
const spread = { total: 10, here: 4 };

describe('previewAdjustment', () => {
  it('adds', () =>
    expect(previewAdjustment('add', 24, oneLocation)).toEqual({ after: 30, change: 24, takesAll: null }));
  it('takes', () =>
    expect(previewAdjustment('remove', 2, oneLocation)).toEqual({ after: 4, change: -2, takesAll: null }));
  it('never shows less than nothing', () =>
    expect(previewAdjustment('remove', 9, oneLocation)).toEqual({ after: 0, change: -6, takesAll: 6 }));
  it('sets', () =>
    expect(previewAdjustment('set', 2, oneLocation)).toEqual({ after: 2, change: -4, takesAll: null }));
  it('leaves what lies elsewhere alone', () => {
    expect(previewAdjustment('remove', 9, spread)).toEqual({ after: 6, change: -4, takesAll: 4 });
    expect(previewAdjustment('set', 1, spread)).toEqual({ after: 7, change: -3, takesAll: null });
  });
});

describe('adjustmentBody', () => {
  it('asks for no more than there is', () =>
    expect(adjustmentBody('remove', 9, spread)).toEqual({ type: 'remove', quantity: 4 }));
  it('says which stock was seen when setting', () =>
    expect(adjustmentBody('set', 9, spread)).toEqual({ type: 'set', quantity: 9, expectedStock: 10 }));
  it('adds what was typed', () =>
    expect(adjustmentBody('add', 9, spread)).toEqual({ type: 'add', quantity: 9 }));
});
