import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { showToast } from '@/ui/feedback/toast';
import { rowLinkClass, type TableColumn } from '@/ui/list/data-table';
import { RowSwitch } from '@/ui/list/row-switch';

type Connection = { name: string; isActive: boolean };

type ConnectionColumns<Row extends object> = {
  titles: { active: string; actions: string };
  renderSwitch: (row: Row) => ReactNode;
  renderMenu: (row: Row) => ReactNode;
};

/** What a table of such things ends with: whether each is in use, and what can be done with it. */
export function lastColumns<Row extends object>(ends: ConnectionColumns<Row>): TableColumn<Row>[] {
  const { titles, renderSwitch, renderMenu } = ends;
  return [
    { id: 'active', header: titles.active, cell: renderSwitch, width: 'w-32' },
    {
      id: 'actions',
      header: titles.actions,
      cell: (row) => <AboveLink>{renderMenu(row)}</AboveLink>,
      width: 'w-20',
      align: 'right',
      hiddenHeader: true,
    },
  ];
}

/** The link of a row lies over all of it, but for this. */
function AboveLink({ children }: { children: ReactNode }) {
  return <span className="relative z-1 -mr-2 inline-block">{children}</span>;
}

type CardProps = { name: ReactNode; menu: ReactNode; middle: ReactNode; foot: ReactNode };

/** The same row on a phone. */
export function ConnectionCard({ name, menu, middle, foot }: CardProps) {
  return (
    <div className="stack-2">
      <div className="flex items-start justify-between gap-3">
        {name}
        <AboveLink>{menu}</AboveLink>
      </div>
      {middle}
      <div className="flex items-center justify-between gap-3">{foot}</div>
    </div>
  );
}

type ConnectionNameProps = {
  name: string;
  search: { tienda: number } | { webhook: number };
  children: ReactNode;
};

/** The way to its page, and below it what tells it from others. */
export function ConnectionName({ name, search, children }: ConnectionNameProps) {
  return (
    <span className="block min-w-0 py-1.5 leading-tight">
      <Link
        to="/configuracion"
        search={{ seccion: 'integraciones', ...search }}
        className={`block font-medium wrap-anywhere ${rowLinkClass}`}
      >
        {name}
      </Link>
      {children}
    </span>
  );
}

type ConnectionSwitchProps = {
  connection: Connection;
  words: {
    active: string;
    inactive: string;
    activeOf: (name: string) => string;
    switchedOn: (name: string) => string;
    switchedOff: (name: string) => string;
    switchedOffText: string;
    changeFailed: string;
  };
  onChange: (isActive: boolean) => Promise<unknown>;
};

export function ConnectionSwitch({ connection: { name, isActive }, words: s, onChange }: ConnectionSwitchProps) {
  async function toggle(next: boolean) {
    await onChange(next);
    showToast(next ? { title: s.switchedOn(name) } : { title: s.switchedOff(name), description: s.switchedOffText });
  }

  return (
    <RowSwitch
      label={isActive ? s.active : s.inactive}
      accessibleLabel={s.activeOf(name)}
      checked={isActive}
      onChange={toggle}
      failedTitle={s.changeFailed}
    />
  );
}
