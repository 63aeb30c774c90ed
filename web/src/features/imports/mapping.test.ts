// @vitest-environment node
import { expect, test } from 'vitest';
import { choicesOf, choose, mappingOf, samplesOf } from './mapping';

test('what the server suggests is shown by column, and comes back as it was', () => {
  const mapping = { sku: 2, name: 0 };
  const choices = choicesOf(mapping, 4);
  expect(choices).toEqual(['name', '', 'sku', '']);
  expect(mappingOf(choices)).toEqual(mapping);
});

test('a field that another column had moves over', () => {
  expect(choose(['sku', 'name', ''], 2, 'sku')).toEqual(['', 'name', 'sku']);
});

test('several columns may be left out', () => {
  expect(choose(['sku', 'name', ''], 1, '')).toEqual(['sku', '', '']);
});

test('examples skip what is empty or said already', () => {
  const sample = [['A-1', ''], ['A-2', ' '], ['A-3'], ['A-4', 'rojo'], ['A-5', 'rojo ']];
  expect(samplesOf(sample, 1)).toEqual(['rojo']);
  expect(samplesOf(sample, 0)).toEqual(['A-1', 'A-2', 'A-3']);
});
