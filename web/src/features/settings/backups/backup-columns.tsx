import { CircleAlert, CircleCheck, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatBytes, formatDateTime } from '@/lib/format';
import { Badge } from '@/ui/feedback/badge';
import { ProgressBar } from '@/ui/feedback/progress-bar';
import { Spinner } from '@/ui/feedback/spinner';
import type { TableColumn } from '@/ui/list/data-table';
import type { Backup } from './api';
import { BackupMenu } from './backup-menu';
import { backupStrings as s } from './strings';

type BackupProps = { backup: Backup };

export const backupColumns: TableColumn<Backup>[] = [
  {
    id: 'when',
    header: s.columns.when,
    cell: (row) => <When backup={row} />,
  },
  {
    id: 'origin',
    header: s.columns.origin,
    cell: (row) => s.origins[row.origin],
    width: 'w-40',
  },
  {
    id: 'size',
    header: s.columns.size,
    cell: (row) => <Size backup={row} />,
    width: 'w-40',
    align: 'right',
  },
  {
    id: 'check',
    header: s.columns.check,
    cell: (row) => <Check backup={row} />,
    width: 'w-60',
  },
  {
    id: 'actions',
    header: s.columns.actions,
    cell: (row) => <BackupMenu backup={row} />,
    width: 'w-16',
    align: 'right',
    hiddenHeader: true,
  },
];

/** The same backup on a phone. */
export function BackupCard({ backup }: BackupProps) {
  return (
    <div className="flex items-start justify-between gap-3">
      <div className="min-w-0 flex-1 stack-1.5">
        <When backup={backup} />
        <div className="num flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-2">
          <span>{s.origins[backup.origin]}</span>
          <Size backup={backup} />
        </div>
        <Check backup={backup} />
      </div>
      <BackupMenu backup={backup} />
    </div>
  );
}

function When({ backup: { createdAt, createdBy, failure, isHere, state } }: BackupProps) {
  return (
    <div className="py-1">
      <p className="num font-medium">{formatDateTime(createdAt)}</p>
      <p className="text-sm wrap-anywhere text-ink-2">
        {state === 'failed' ? failure : state === 'done' && !isHere ? s.elsewhere : createdBy}
      </p>
    </div>
  );
}

/** How large the file is, or how far it is written. */
function Size({ backup: { state, size, done, total, createdAt } }: BackupProps) {
  switch (state) {
    case 'asked':
      return <Working label={s.waiting} />;
    case 'running':
      return (
        <span className="inline-block w-32 stack-1">
          <ProgressBar label={s.progressOf(formatDateTime(createdAt))} share={total === 0 ? null : done / total} />
          <span className="num block text-xs text-ink-2">{total === 0 ? s.writing : s.progress(done, total)}</span>
        </span>
      );
    case 'failed':
      return (
        <Badge tone="out" icon={CircleAlert}>
          {s.failed}
        </Badge>
      );
    case 'done':
      return <span className="num">{formatBytes(size)}</span>;
  }
}

function Working({ label }: { label: string }) {
  return (
    <span className="inline-flex items-center gap-2 text-sm text-ink-2">
      <Spinner />
      {label}
    </span>
  );
}

function Check({ backup: { state, check } }: BackupProps) {
  if (state !== 'done') return null;
  switch (check.state) {
    case 'never':
      return <span className="text-sm text-ink-2">{s.neverChecked}</span>;
    case 'asked':
    case 'running':
      return <Working label={s.checking} />;
    case 'failed':
      return (
        <Verdict>
          <Badge tone="out" icon={TriangleAlert}>
            {s.checkFailed}
          </Badge>
          {check.failure}
        </Verdict>
      );
    case 'done':
      return check.problems === 0 ? (
        <Verdict>
          <Badge tone="ok" icon={CircleCheck}>
            {s.sound}
          </Badge>
          {check.endedAt === null ? null : s.soundAt(check.endedAt)}
        </Verdict>
      ) : (
        <Verdict>
          <Badge tone="out" icon={CircleAlert}>
            {s.wrong(check.problems)}
          </Badge>
          {check.failure}
        </Verdict>
      );
  }
}

function Verdict({ children }: { children: ReactNode }) {
  return <div className="num flex flex-col items-start gap-0.5 py-1 text-xs wrap-anywhere text-ink-2">{children}</div>;
}
