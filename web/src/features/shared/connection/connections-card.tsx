import type { UseQueryResult } from '@tanstack/react-query';
import { type LucideIcon, Plus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { EmptyState } from '@/ui/feedback/states';
import { Button } from '@/ui/form/button';
import type { DataTableProps } from '@/ui/list/data-table';
import { ShortList } from '@/ui/list/short-list';

type ConnectionsCardProps<Row extends object, Made> = {
  query: UseQueryResult<{ results: Row[] }>;
  words: {
    title: string;
    hint: string;
    list: string;
    loading: string;
    loadFailed: string;
    add: string;
    emptyTitle: string;
    emptyText: string;
  };
  icon: LucideIcon;
  /** The main action of the section. */
  isPrimary?: boolean;
  canAdd: boolean;
  /** Beside the button that adds one. */
  actions?: ReactNode;
  table: Omit<DataTableProps<Row>, 'label' | 'rows' | 'loading' | 'stale' | 'rowId' | 'linkedRows'>;
  /** Asks for a new one. */
  renderNew: (close: () => void, onAdded: (made: Made) => void) => ReactNode;
  /** Shows the secret of a new one. */
  renderMade: (made: Made, close: () => void) => ReactNode;
};

/** All that is agreed with other machines of one kind, and the way to another one. */
export function ConnectionsCard<Row extends { id: number }, Made>(props: ConnectionsCardProps<Row, Made>) {
  const { query, words: s, icon, isPrimary = false, canAdd, actions, table, renderNew, renderMade } = props;
  const [isAdding, setAdding] = useState(false);
  const [made, setMade] = useState<Made | null>(null);
  const add = canAdd ? (
    <Button variant={isPrimary ? 'primary' : 'secondary'} onClick={() => setAdding(true)}>
      <Plus aria-hidden />
      {s.add}
    </Button>
  ) : null;
  return (
    <>
      <ShortList
        title={s.title}
        hint={s.hint}
        label={s.list}
        loadingLabel={s.loading}
        failedTitle={s.loadFailed}
        query={query}
        action={
          <div className="flex flex-wrap gap-2">
            {actions}
            {/* Until it is known whether there are rows it only keeps its place: where there are none it is below. */}
            {query.data?.results.length === 0 ? null : (
              <span style={{ visibility: query.data ? 'visible' : 'hidden' }}>{add}</span>
            )}
          </div>
        }
        empty={
          <EmptyState icon={icon} title={s.emptyTitle} text={s.emptyText} className="pt-8">
            {add}
          </EmptyState>
        }
        table={{ ...table, linkedRows: true }}
      />
      {isAdding ? renderNew(() => setAdding(false), setMade) : null}
      {made === null ? null : renderMade(made, () => setMade(null))}
    </>
  );
}
