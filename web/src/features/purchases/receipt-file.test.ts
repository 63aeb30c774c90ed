import { expect, it } from 'vitest';
import { ApiError } from '@/lib/api-error';
import { type ChosenFile, fileBytesMax, fileFailure, fileProblem, filesMax, withFile } from './receipt-file';

const note = new File(['x'], 'albaran.pdf', { type: 'application/pdf' });

it('takes pictures and PDF of 10 MB at most, and what the browser cannot name goes to the server', () => {
  expect(fileProblem(note)).toBeNull();
  expect(fileProblem({ type: 'image/jpeg', size: fileBytesMax })).toBeNull();
  expect(fileProblem({ type: '', size: 1 })).toBeNull();
  expect(fileProblem({ type: 'text/html', size: 1 })).toBe('Debe ser una imagen o un PDF');
  expect(fileProblem({ type: 'image/png', size: fileBytesMax + 1 })).toBe('El máximo son 10 MB');
  expect(fileProblem({ type: 'image/png', size: 0 })).toBe('El archivo está vacío');
});

it('keeps ten files, each once and told apart, and names the one that it refuses', () => {
  let chosen: ChosenFile[] = [];
  for (let index = 0; index < filesMax; index += 1) {
    const next = withFile(chosen, note);
    if (typeof next === 'string') throw new Error(next);
    chosen = next;
  }
  expect(new Set(chosen.map(({ key }) => key)).size).toBe(filesMax);
  expect(withFile(chosen, note)).toBe('Una recepción guarda 10 archivos como mucho');
  expect(withFile([], new File(['x'], 'a.exe', { type: 'application/x-msdownload' }))).toBe(
    'a.exe: Debe ser una imagen o un PDF',
  );
});

it('says of a file that is too large for what stands before the server how large it may be', () => {
  expect(fileFailure(new ApiError({ kind: 'http', status: 413 }))).toBe('El máximo son 10 MB');
  expect(fileFailure(new ApiError({ kind: 'fields', status: 400, fields: { file: ['El PDF está dañado'] } }))).toBe(
    'El PDF está dañado',
  );
});
