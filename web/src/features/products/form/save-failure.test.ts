import { expect, it } from 'vitest';
import { ApiError } from '@/lib/api-error';
import { saveFailure } from './save-failure';

function fieldsOf(error: unknown) {
  return error instanceof ApiError ? error.fields : null;
}

it('puts the names of other callers onto the form', () => {
  const refused = new ApiError({
    kind: 'fields',
    status: 400,
    fields: { productName: ['Largo'], sku: ['Usado'] },
  });
  expect(fieldsOf(saveFailure(refused))).toEqual({ name: ['Largo'], sku: ['Usado'] });
});

it('gives an answer that says nothing a place under the SKU', () => {
  const mute = new ApiError({ kind: 'http', status: 502 });
  expect(fieldsOf(saveFailure(mute))).toEqual({ sku: ['Error al procesar la respuesta del servidor'] });
});

it('leaves a sentence of the server alone', () => {
  const spoken = new ApiError({ kind: 'http', status: 403, detail: 'Tu rol no lo permite' });
  expect(saveFailure(spoken)).toBe(spoken);
});
