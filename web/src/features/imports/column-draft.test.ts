// @vitest-environment jsdom
import { expect, test } from 'vitest';
import type { Import } from './api';
import { type ColumnDraft, columnDraftOf, forgetColumnDraft, keepColumnDraft } from './column-draft';

const imported = {
  id: 4,
  headerRow: 1,
  columns: ['Cód.', 'Artículo'],
  fields: [
    { name: 'sku', label: 'SKU', required: true },
    { name: 'name', label: 'Nombre', required: false },
  ],
  mapping: { name: 1 },
  decimal: ',',
  emptyCells: 'keep',
  locationId: 0,
  supplierId: 0,
} as Partial<Import> as Import;

const suggested: ColumnDraft = {
  choices: ['', 'name'],
  reading: { decimal: ',', emptyCells: 'keep', locationId: 0, supplierId: 0 },
};
const chosen: ColumnDraft = {
  choices: ['sku', 'name'],
  reading: { decimal: '.', emptyCells: 'clear', locationId: 2, supplierId: 0 },
};

test('what was chosen is there again until the server has it', () => {
  expect(columnDraftOf(imported)).toEqual(suggested);
  keepColumnDraft(imported, chosen);
  expect(columnDraftOf(imported)).toEqual(chosen);
  forgetColumnDraft(imported);
  expect(columnDraftOf(imported)).toEqual(suggested);
});

test('choices about another file, header or kind of file are not taken for these', () => {
  keepColumnDraft(imported, chosen);
  expect(columnDraftOf({ ...imported, id: 5 }).choices).toEqual(['', 'name']);
  expect(columnDraftOf({ ...imported, headerRow: 3 }).choices).toEqual(['', 'name']);
  expect(columnDraftOf({ ...imported, columns: ['Cód.', 'Artículo', 'PVP'] }).choices).toEqual(['', 'name', '']);
  expect(columnDraftOf({ ...imported, fields: imported.fields.slice(1) }).choices).toEqual(['', 'name']);
});
