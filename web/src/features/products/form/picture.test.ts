// @vitest-environment jsdom
import { describe, expect, it, test } from 'vitest';
import { isElsewhere, isKept, isOnItsWay } from '@/features/shared/picture-address';
import { ApiError } from '@/lib/api-error';
import { chosenPictures, pastedPicture, pictureFailure, pictureProblem } from './picture';

test('a file that cannot be a picture is not even sent', () => {
  expect(pictureProblem({ type: 'image/svg+xml', size: 100 })).toBe(
    'El archivo no es una imagen PNG, JPEG, GIF o WebP',
  );
  expect(pictureProblem({ type: 'image/png', size: 10 * 1024 * 1024 + 1 })).toBe(
    'La imagen es demasiado grande: el máximo son 10 MB',
  );
  expect(pictureProblem({ type: 'image/webp', size: 2048 })).toBeNull();
  // Some systems name no type; the server looks at the content.
  expect(pictureProblem({ type: '', size: 2048 })).toBeNull();
});

test('the server’s own words about a file stand, and a lost line says that it was lost', () => {
  const damaged = 'La imagen está dañada y no se puede leer';
  expect(pictureFailure(new ApiError({ kind: 'fields', status: 400, fields: { file: [damaged] } }))).toBe(damaged);
  expect(pictureFailure(new ApiError({ kind: 'network' }))).toMatch(/^No se pudo subir la imagen\. /);
  expect(pictureFailure(new ApiError({ kind: 'http', status: 413 }))).toMatch(/10 MB/);
});

test('only a pasted picture counts', () => {
  const picture = new File(['x'], 'foto.png', { type: 'image/png' });
  const text = new File(['x'], 'nota.txt', { type: 'text/plain' });
  const pasted = (...files: File[]) => pastedPicture({ files: files as unknown as FileList, types: ['Files'] });
  expect(pasted(text, picture)).toBe(picture);
  expect(pasted(text)).toBeUndefined();
  expect(pastedPicture(null)).toBeUndefined();
  // Cells copied in a spreadsheet are a picture as well, but a user who pastes them means the text.
  const cells = { files: [picture] as unknown as FileList, types: ['text/plain', 'Files'] };
  expect(pastedPicture(cells)).toBeUndefined();
});

test('addresses tell where a picture is', () => {
  expect(isKept('/api/images/abc.png')).toBe(true);
  expect(isKept('https://ejemplo.es/a.png')).toBe(false);
  expect(isOnItsWay('blob:http://127.0.0.1/1')).toBe(true);
  expect(isElsewhere('https://ejemplo.es/a.png')).toBe(true);
  expect(isElsewhere('/api/images/abc.png')).toBe(false);
  expect(isElsewhere('')).toBe(false);
});

describe('of several pictures chosen one after another', () => {
  it('the last that arrives stands', () => {
    const chosen = chosenPictures();
    expect(chosen.begin('blob:a', '/old')).toBe('blob:a');
    expect(chosen.begin('blob:b', 'blob:a')).toBe('blob:b');
    expect(chosen.kept('blob:a', '/a')).toBe('blob:b');
    expect(chosen.kept('blob:b', '/b')).toBe('/b');
  });
  it('a second one that fails keeps the first, arrived or not', () => {
    const chosen = chosenPictures();
    chosen.begin('blob:a', '/old');
    chosen.begin('blob:b', 'blob:a');
    expect(chosen.failed('blob:b')).toBe('blob:a');
    expect(chosen.kept('blob:a', '/a')).toBe('/a');
    chosen.begin('blob:c', '/a');
    expect(chosen.failed('blob:c')).toBe('/a');
  });
  it('an earlier one that arrives late does not take its place', () => {
    const chosen = chosenPictures();
    chosen.begin('blob:a', '');
    chosen.begin('blob:b', 'blob:a');
    expect(chosen.kept('blob:b', '/b')).toBe('/b');
    expect(chosen.kept('blob:a', '/a')).toBe('/b');
  });
});
