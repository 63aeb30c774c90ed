import { expect, it } from 'vitest';
import { ApiError } from '@/lib/api-error';
import { refusalsOf } from './send-many';

it('says of each purchase what kept it from leaving', () => {
  const fields = {
    'items[0].by': ['No tiene email'],
    'items[12].lines': ['Añade al menos una línea'],
    by: ['Otra cosa'],
  };
  const refused = refusalsOf(new ApiError({ kind: 'fields', status: 400, fields }));
  expect([...refused]).toEqual([
    [0, 'No tiene email'],
    [12, 'Añade al menos una línea'],
  ]);
});

it('finds no place for what was said of all of them', () => {
  expect(refusalsOf(new ApiError({ kind: 'network' })).size).toBe(0);
});
