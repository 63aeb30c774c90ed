import { Link } from '@tanstack/react-router';
import { AuditChangeList } from '@/features/shared/audit-change-list';
import { type AuditRow, auditAction, auditChanges, auditNoun, auditProduct } from '@/features/shared/audit-changes';
import { auditStrings } from '@/features/shared/audit-strings';
import { useActiveLocations } from '@/features/shared/use-locations';
import { formatDateTime } from '@/lib/format';
import { Moment } from '@/ui/layout/moment';
import type { TableColumn } from '@/ui/list/data-table';
import { auditSectionStrings as s } from './strings';

export const auditColumns: TableColumn<AuditRow>[] = [
  {
    id: 'when',
    header: s.columns.when,
    cell: (row) => <Moment at={row.at} />,
    width: 'w-28',
  },
  {
    id: 'who',
    header: s.columns.who,
    cell: (row) => <span className="line-clamp-2 leading-tight text-ink-2">{actorOf(row)}</span>,
    width: 'w-42',
  },
  {
    id: 'what',
    header: s.columns.what,
    cell: (row) => <Subject row={row} />,
    width: 'w-64',
  },
  {
    id: 'action',
    header: s.columns.action,
    cell: (row) => auditAction(row.action),
    width: 'w-38',
  },
  {
    id: 'changes',
    header: s.columns.changes,
    cell: (row) => (
      <div className="py-2">
        <Changes row={row} />
      </div>
    ),
  },
];

/** The same change on a phone. */
export function AuditCard({ row }: { row: AuditRow }) {
  return (
    <div className="stack-1.5">
      <div className="flex items-start justify-between gap-3">
        <Subject row={row} />
        <span className="shrink-0 text-sm text-ink-2">{auditAction(row.action)}</span>
      </div>
      <Changes row={row} />
      <p className="num text-xs text-ink-3">
        {formatDateTime(row.at)} · {actorOf(row)}
      </p>
    </div>
  );
}

function actorOf({ actorId, actorName }: AuditRow): string {
  return actorId === 0 ? auditStrings.system : actorName;
}

/** What was changed, by its name of today; a product's leads to its page. */
function Subject({ row }: { row: AuditRow }) {
  const product = auditProduct(row);
  const name = row.nounName === '' ? auditStrings.number(row.nounId) : row.nounName;
  const noun = auditNoun(row.noun);
  // There is one business, and a number would say nothing.
  if (row.noun === 'settings') return noun;
  return (
    <span className="block min-w-0 py-1 leading-tight">
      <span className="block text-xs text-ink-3">
        {noun}
        {row.nounName !== '' && row.noun !== 'product' && product !== null
          ? ` ${auditStrings.number(row.nounId)}`
          : null}
      </span>
      {product === null ? (
        <span className="block wrap-anywhere">{name}</span>
      ) : (
        <Link
          to="/productos/$id"
          params={{ id: String(product) }}
          className="line-clamp-2 rounded-sm font-medium wrap-anywhere hover:text-accent hover:underline"
        >
          {row.nounName === '' ? s.seeProduct : name}
        </Link>
      )}
    </span>
  );
}

function Changes({ row }: { row: AuditRow }) {
  const locations = useActiveLocations();
  // With a single location nobody needs to read its name.
  const nameOf = (id: number) =>
    locations.length > 1 ? locations.find((location) => location.id === id)?.name : undefined;
  if (auditChanges(row, nameOf).length === 0) return <span className="text-ink-3">—</span>;
  return <AuditChangeList row={row} locationName={nameOf} />;
}
