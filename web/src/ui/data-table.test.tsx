import { render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { DataTable, type TableColumn } from './data-table';

type Thing = { id: number; name: string };

let drawn = 0;

function Name({ thing }: { thing: Thing }) {
  drawn += 1;
  return thing.name;
}

const columns: TableColumn<Thing>[] = [
  { id: 'name', header: 'Nombre', cell: ({ row }) => <Name thing={row.original} /> },
];

const first = [{ id: 1, name: 'Taladro' }];
const next = [{ id: 2, name: 'Sierra' }];

function table(rows: Thing[], stale: boolean) {
  return (
    <DataTable
      label="Cosas"
      columns={columns}
      rows={rows}
      rowId={(row) => String(row.id)}
      stale={stale}
      renderCard={(row) => row.name}
    />
  );
}

test('rows that make room for others are dimmed without being drawn again', () => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
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
