import { Link } from '@tanstack/react-router';
import { Undo2 } from 'lucide-react';
import { createContext, use } from 'react';
import { cn } from '@/lib/cn';
import { formatDateTime } from '@/lib/format';
import { Button } from '@/ui/form/button';
import { ButtonLink } from '@/ui/form/button-link';
import type { TableColumn } from '@/ui/list/data-table';
import type { ImportRow } from './api';
import { ImportStatusBadge } from './import-status';
import { canUndo } from './progress';
import { strings } from './strings';
import { useSubject } from './subject';

const titles = strings.columns;

/** Rows say which import is to be undone; the list owns the question. */
export const AskUndoContext = createContext<(imported: ImportRow) => void>(() => undefined);

export const importColumns: TableColumn<ImportRow>[] = [
  {
    id: 'file',
    header: titles.file,
    cell: (row) => <FileName imported={row} />,
  },
  {
    id: 'status',
    header: titles.status,
    cell: (row) => <ImportStatusBadge imported={row} />,
    width: 'w-40',
  },
  {
    id: 'result',
    header: titles.result,
    cell: (row) => <span className="num block truncate text-ink-2">{resultOf(row)}</span>,
    width: 'w-80',
  },
  {
    id: 'when',
    header: titles.when,
    cell: (row) => (
      <span className="num block leading-tight">
        <span className="block">{formatDateTime(row.startedAt ?? row.createdAt)}</span>
        <span className="block truncate text-xs text-ink-3">{row.createdBy}</span>
      </span>
    ),
    width: 'w-44',
  },
  {
    id: 'actions',
    header: titles.actions,
    cell: (row) => <Actions imported={row} />,
    width: 'w-36',
    align: 'right',
  },
];

/** The same import on a phone. */
export function ImportCard({ imported }: { imported: ImportRow }) {
  return (
    <div className="stack-2">
      <div className="flex items-start justify-between gap-3">
        <FileName imported={imported} />
        <ImportStatusBadge imported={imported} />
      </div>
      <p className="num text-sm text-ink-2">{resultOf(imported)}</p>
      <div className="flex min-h-8 items-center justify-between gap-3">
        <p className="num min-w-0 text-xs text-ink-3">
          {formatDateTime(imported.startedAt ?? imported.createdAt)} · {imported.createdBy}
        </p>
        <Actions imported={imported} />
      </div>
    </div>
  );
}

function FileName({ imported: { id, fileName } }: { imported: ImportRow }) {
  const { one } = useSubject();
  return (
    <Link
      to={one}
      params={{ id: String(id) }}
      className={cn(
        'block min-w-0 truncate rounded-sm font-medium hover:text-accent hover:underline',
        'max-sm:whitespace-normal max-sm:wrap-anywhere',
      )}
    >
      {fileName}
    </Link>
  );
}

function resultOf({ created, updated, unchanged, wrong, status }: ImportRow): string {
  if (status === 'failed' && wrong > 0) return strings.wrong(wrong);
  return strings.result(created, updated, unchanged) || strings.noResult;
}

function Actions({ imported }: { imported: ImportRow }) {
  const ask = use(AskUndoContext);
  const { one } = useSubject();
  if (imported.status === 'draft') {
    return (
      <ButtonLink
        size="sm"
        to={one}
        params={{ id: String(imported.id) }}
        aria-label={strings.resumeOf(imported.fileName)}
      >
        {strings.resume}
      </ButtonLink>
    );
  }
  if (!canUndo(imported)) return null;
  return (
    <Button size="sm" aria-label={strings.undoOf(imported.fileName)} onClick={() => ask(imported)}>
      <Undo2 aria-hidden />
      {strings.undo}
    </Button>
  );
}
