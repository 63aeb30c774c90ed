import { Link } from '@tanstack/react-router';
import { Pencil } from 'lucide-react';
import { createContext, use } from 'react';
import { formatInteger } from '@/lib/format';
import { IconButton } from '@/ui/form/icon-button';
import type { TableColumn } from '@/ui/list/data-table';
import type { LabelKind } from '../search';
import type { Label } from './api';
import { labelStrings as s } from './strings';

/** The columns of one kind; made once for each, because a new array would rebuild the table. */
function columnsOf(kind: LabelKind): TableColumn<Label>[] {
  return [
    {
      id: 'name',
      header: s.columns.name,
      cell: (row) => <Name kind={kind} label={row} />,
    },
    {
      id: 'products',
      header: s.columns.products,
      cell: (row) => formatInteger(row.products),
      width: 'w-32',
      align: 'right',
    },
    {
      id: 'actions',
      header: s.columns.actions,
      cell: (row) => <Rename label={row} />,
      width: 'w-28',
      align: 'right',
    },
  ];
}

export const labelColumns: Record<LabelKind, TableColumn<Label>[]> = {
  categorias: columnsOf('categorias'),
  marcas: columnsOf('marcas'),
  etiquetas: columnsOf('etiquetas'),
};

type LabelProps = { kind: LabelKind; label: Label };

/** The same name on a phone. */
export function LabelCard({ kind, label }: LabelProps) {
  return (
    <div className="flex items-center justify-between gap-3">
      <div className="min-w-0">
        <Name kind={kind} label={label} />
        <p className="num text-sm text-ink-2">{s.products(label.products)}</p>
      </div>
      <Rename label={label} />
    </div>
  );
}

const filters = { categorias: 'categoria', marcas: 'marca', etiquetas: 'etiqueta' };

function Name({ kind, label: { name } }: LabelProps) {
  return (
    <Link
      to="/productos"
      search={{ [filters[kind]]: name }}
      aria-label={s.seeProducts(name)}
      className="rounded-sm font-medium wrap-anywhere hover:text-accent hover:underline"
    >
      {name}
    </Link>
  );
}

/** The dialog belongs to the list: a row that becomes a card would take it away while a user types in it. */
export const RenameContext = createContext<(label: Label) => void>(() => undefined);

function Rename({ label }: { label: Label }) {
  const rename = use(RenameContext);
  return (
    <span className="-mr-2 inline-flex">
      <IconButton label={s.renameOf(label.name)} icon={Pencil} onClick={() => rename(label)} />
    </span>
  );
}
