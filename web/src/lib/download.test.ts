// @vitest-environment jsdom
import { expect, test, vi } from 'vitest';
import { attachedName, saveFile } from './download';

test('a file keeps the name that the server gave it', () => {
  const headers = new Headers({ 'Content-Disposition': 'attachment; filename="movimientos_2026-11-15.csv"' });
  expect(attachedName(headers, 'movimientos.csv')).toBe('movimientos_2026-11-15.csv');
});

test('without one it gets the name it was asked for by', () => {
  expect(attachedName(new Headers(), 'movimientos.csv')).toBe('movimientos.csv');
});

test('the browser is handed the file under its name, and its address is given back', () => {
  vi.useFakeTimers();
  const clicked: string[] = [];
  const revoked = vi.fn();
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:archivo', revokeObjectURL: revoked }));
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    clicked.push(`${this.href} ${this.download}`);
  });
  saveFile(new Blob(['a;b']), 'productos.csv');
  expect(clicked).toEqual(['blob:archivo productos.csv']);
  expect(revoked).not.toHaveBeenCalled();
  vi.runAllTimers();
  expect(revoked).toHaveBeenCalledWith('blob:archivo');
  vi.useRealTimers();
});
