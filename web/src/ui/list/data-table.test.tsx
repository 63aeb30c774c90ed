import { render, screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { DataTable, type TableColumn } from './data-table';

type Thing = { id: number; name: string };

let drawn = 0;

function Name({ thing }: { thing: Thing }) {
  drawn += 1;
  return thing.name;
}

const columns: TableColumn<Thing>[] = [{ id: 'name', header: 'Nombre', cell: (row) => <Name thing={row} /> }];
const editable: TableColumn<Thing>[] = [
  { id: 'name', header: 'Nombre', cell: (row) => <input aria-label={row.name} /> },
];

const first = [{ id: 1, name: 'Taladro' }];
const next = [{ id: 2, name: 'Sierra' }];

function table(rows: Thing[], stale: boolean, shown = columns) {
  return (
    <DataTable
      label="Cosas"
      columns={shown}
      rows={rows}
      rowId={(row) => String(row.id)}
      stale={stale}
      renderCard={(row) => row.name}
    />
  );
}

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
});

test('rows that make room for others are dimmed without being drawn again', () => {
  drawn = 0;
  const { rerender } = render(table(first, false));
  expect(drawn).toBe(1);

  rerender(table(first, true));
  expect(screen.getByRole('table', { name: 'Cosas' })).toHaveAttribute('aria-busy', 'true');
  expect(drawn).toBe(1);

  rerender(table(next, false));
  expect(screen.getByRole('cell', { name: 'Sierra' })).toBeInTheDocument();
  expect(screen.queryByRole('cell', { name: 'Taladro' })).not.toBeInTheDocument();
  expect(drawn).toBe(2);
});

test('the same rows are drawn with other columns when those change', () => {
  const { rerender } = render(table(first, false, editable));
  expect(screen.getByRole('textbox', { name: 'Taladro' })).toBeInTheDocument();

  rerender(table(first, false));
  expect(screen.queryByRole('textbox', { name: 'Taladro' })).not.toBeInTheDocument();
  expect(screen.getByRole('cell', { name: 'Taladro' })).toBeInTheDocument();
});
