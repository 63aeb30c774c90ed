import { expect, it } from 'vitest';
import { createBarcodeReader } from './barcode-reader';

/** Types the keys with the same pause between any two, and returns the last answer. */
function type(keys: string[], gapMs: number): string | null {
  const read = createBarcodeReader();
  let answer: string | null = null;
  for (const [index, key] of keys.entries()) {
    answer = read({ key, timeStamp: 1000 + index * gapMs, ctrlKey: false, metaKey: false, altKey: false });
  }
  return answer;
}

const ean = '8412345678905'.split('');

it('reads a burst that ends with Enter', () => expect(type([...ean, 'Enter'], 8)).toBe('8412345678905'));
it('leaves slow typing alone', () => expect(type([...ean, 'Enter'], 180)).toBeNull());
it('needs more than a few digits', () => expect(type(['4', '2', 'Enter'], 8)).toBeNull());
it('starts again after a letter', () => expect(type([...ean, 'x', 'Enter'], 8)).toBeNull());

it('forgets digits typed by hand before the burst', () => {
  const read = createBarcodeReader();
  const press = (key: string, timeStamp: number) =>
    read({ key, timeStamp, ctrlKey: false, metaKey: false, altKey: false });
  press('7', 0);
  for (const [index, key] of ean.entries()) press(key, 1000 + index * 5);
  expect(press('Enter', 1000 + ean.length * 5)).toBe('8412345678905');
});
