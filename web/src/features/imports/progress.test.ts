// @vitest-environment node
import { expect, test } from 'vitest';
import type { ImportRow } from './api';
import { canUndo, isAtWork, shareDone, stageOf } from './progress';

test('while the server works on an import its page asks again', () => {
  expect((['queued', 'checking', 'applying', 'undoing'] as const).every(isAtWork)).toBe(true);
  expect((['draft', 'done', 'failed', 'undone'] as const).some(isAtWork)).toBe(false);
});

test('the bar knows its length only when the rows have been counted', () => {
  expect(shareDone({ status: 'checking', done: 300, total: 0 })).toBeNull();
  expect(shareDone({ status: 'applying', done: 0, total: 0 })).toBeNull();
  expect(shareDone({ status: 'applying', done: 250, total: 1000 })).toBe(0.25);
  expect(shareDone({ status: 'undoing', done: 1200, total: 1000 })).toBe(1);
});

test('only what changed something can be undone', () => {
  const done = { undoable: true, created: 0, updated: 0 } as ImportRow;
  expect(canUndo(done)).toBe(false);
  expect(canUndo({ ...done, updated: 1 })).toBe(true);
  expect(canUndo({ ...done, created: 3, undoable: false })).toBe(false);
});

test('a draft is where its reader is, as long as it can be reviewed', () => {
  const fields = [
    { name: 'sku', label: 'SKU', required: true },
    { name: 'name', label: 'Nombre', required: false },
  ];
  expect(stageOf({ status: 'draft', mapping: { sku: 0 }, fields }, false)).toBe('columns');
  expect(stageOf({ status: 'draft', mapping: { sku: 0 }, fields }, true)).toBe('review');
  expect(stageOf({ status: 'draft', mapping: { name: 1 }, fields }, true)).toBe('columns');
  expect(stageOf({ status: 'queued', mapping: { sku: 0 }, fields }, true)).toBe('import');
});
