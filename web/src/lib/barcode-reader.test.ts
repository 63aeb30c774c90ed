// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react';
import { describe, expect, it, test, vi } from 'vitest';
import { createBarcodeReader, listenForCodes, type Scan, useBarcodeReader } from './barcode-reader';

const ean = '8412345678905';

/** A key, pressed so long after the one before; in brackets where it goes to a field. */
type Press = [key: string, afterMs: number, isElsewhere?: boolean];

function reader() {
  const { read, forget } = createBarcodeReader();
  let at = 1000;
  const press = ([key, afterMs, isElsewhere = false]: Press): Scan | null => {
    at += afterMs;
    return read({ key, timeStamp: at, ctrlKey: false, metaKey: false, altKey: false }, isElsewhere);
  };
  return { press, forget, type: (presses: Press[]) => presses.map(press).at(-1) ?? null };
}

const burst = (keys: string, afterMs = 8, isElsewhere = false): Press[] =>
  keys.split('').map((key) => [key, afterMs, isElsewhere]);
const enter: Press = ['Enter', 8];

describe('a reader', () => {
  it('is known by a burst that ends with Enter', () =>
    expect(reader().type([...burst(ean), enter])).toEqual({ code: ean }));
  it('is not a hand that types', () => expect(reader().type([...burst(ean, 180), enter])).toBeNull());
  it('types more than a few digits', () => expect(reader().type([...burst('42'), enter])).toBeNull());
});

describe('a code is taken whole or not at all', () => {
  it.each<[string, Press[]]>([
    ['pauses, however long, under load', [...burst('84'), ['1', 5000], ...burst('2345678905'), enter]],
    ['pauses before its last digits', [...burst('84123456'), ['7', 130], ...burst('8905'), enter]],
    ['begins in a field that goes away', [...burst('84', 8, true), ...burst('12345678905'), enter]],
    ['is mixed with letters', [...burst('84x12345678905'), enter]],
    ['follows letters at once', [...burst('AB12345678'), enter]],
    ['is longer than a code can be', [...burst('8'.repeat(49)), enter]],
  ])('one that %s is refused', (_, presses) => expect(reader().type(presses)).toBe('cut'));

  it('whose beginning came before the page listened is refused', () => {
    const { read } = createBarcodeReader(1000);
    const keys = ean.slice(3).split('').concat('Enter');
    const press = (key: string, index: number) =>
      read({ key, timeStamp: 1040 + 8 * index, ctrlKey: false, metaKey: false, altKey: false });
    expect(keys.map(press).at(-1)).toBe('cut');
  });

  it('goes whole to a screen that arrives in the middle of it', () => {
    const shell = vi.fn();
    const screen = vi.fn();
    const clock = vi.spyOn(performance, 'now').mockReturnValue(0);
    const stop = listenForCodes();
    clock.mockRestore();
    renderHook(() => useBarcodeReader(shell));
    let at = 1000;
    const type = (keys: string[]) => {
      for (const key of keys) {
        at += 8;
        const press = new KeyboardEvent('keydown', { key, bubbles: true });
        Object.defineProperty(press, 'timeStamp', { value: at });
        act(() => void document.body.dispatchEvent(press));
      }
    };
    type(ean.slice(0, 3).split(''));
    const { unmount } = renderHook(() => useBarcodeReader(screen));
    type(ean.slice(3).split('').concat('Enter'));
    expect(screen.mock.calls).toEqual([[{ code: ean }]]);
    type(ean.slice(0, 3).split(''));
    unmount();
    type(ean.slice(3).split('').concat('Enter'));
    expect(shell.mock.calls).toEqual([[{ code: ean }]]);
    stop();
  });

  it('waits for its Enter as long as that takes', () =>
    expect(reader().type([...burst(ean), ['Enter', 3000]])).toEqual({ code: ean }));

  it('is read again after one that was cut', () => {
    const { type } = reader();
    expect(type([...burst('84'), ['1', 900], ...burst('2345678905'), enter])).toBe('cut');
    expect(type([...burst(ean), enter])).toEqual({ code: ean });
  });
});

test.each<[string, Press[]]>([
  [
    'a shortcut',
    [
      ['g', 400],
      ['p', 400],
    ],
  ],
  [
    'a quantity and Tab',
    [
      ['7', 400, true],
      ['Tab', 400, true],
    ],
  ],
])('%s before it does not harm a code', (_, before) =>
  expect(reader().type([...before, ['8', 900], ...burst(ean.slice(1)), enter])).toEqual({ code: ean }),
);

test('a click begins anew', () => {
  const { press, forget, type } = reader();
  press(['7', 0, true]);
  forget();
  expect(type([['8', 900], ...burst(ean.slice(1)), enter])).toEqual({ code: ean });
});
