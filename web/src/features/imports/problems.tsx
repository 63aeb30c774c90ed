import { useSearch } from '@tanstack/react-router';
import { formatInteger } from '@/lib/format';
import { useListAddress } from '@/lib/list-address';
import { DataTable, type TableColumn } from '@/ui/list/data-table';
import { Pagination } from '@/ui/list/pagination';
import type { RowProblem } from './api';
import { parseImportSearch } from './search';
import { problemStrings as s } from './strings';

/** The server lists this many and counts the rest. */
const listedMax = 500;

type NumberedProblem = RowProblem & { key: string };

const columns: TableColumn<NumberedProblem>[] = [
  {
    id: 'row',
    header: s.columns.row,
    cell: (row) => formatInteger(row.row),
    width: 'w-24',
    align: 'right',
  },
  {
    id: 'column',
    header: s.columns.column,
    cell: (row) => <span className="block truncate font-medium">{row.column}</span>,
    width: 'w-48',
  },
  {
    id: 'value',
    header: s.columns.value,
    cell: (row) => <Value text={row.value} />,
    width: 'w-56',
  },
  {
    id: 'message',
    header: s.columns.message,
    cell: (row) => <span className="block py-2">{row.message}</span>,
  },
];

/** Each wrong cell by its row and column, as they stand in the file. */
export function Problems({ problems }: { problems: RowProblem[] }) {
  const address = useListAddress(parseImportSearch(useSearch({ strict: false })));
  const { limit } = address;
  const last = Math.max(1, Math.ceil(problems.length / limit));
  const page = Math.min(address.page, last);
  const shown = problems
    .map((problem, index) => ({ ...problem, key: String(index) }))
    .slice((page - 1) * limit, page * limit);
  return (
    <>
      {problems.length >= listedMax ? <p className="px-4 pb-3 text-sm text-ink-2">{s.more(problems.length)}</p> : null}
      <div className="rounded-none border-t border-line max-sm:border-t-0">
        <DataTable
          label={s.list}
          columns={columns}
          rows={shown}
          rowId={(problem) => problem.key}
          renderCard={(problem) => <ProblemCard problem={problem} />}
        />
      </div>
      <Pagination
        page={page}
        pageSize={limit}
        count={problems.length}
        hrefOf={address.hrefOf}
        onPageChange={address.goTo}
        onPageSizeChange={(porPagina) => address.change({ porPagina })}
      />
    </>
  );
}

function ProblemCard({ problem }: { problem: RowProblem }) {
  return (
    <div className="stack-1">
      <p className="num font-medium">
        {s.rowOf(problem.row)} · {problem.column}
      </p>
      <p className="text-out-fg">{problem.message}</p>
      <p className="text-sm">
        <Value text={problem.value} />
      </p>
    </div>
  );
}

function Value({ text }: { text: string }) {
  if (text === '') return <span className="text-ink-3">{s.empty}</span>;
  return <span className="code block truncate max-sm:whitespace-normal max-sm:wrap-anywhere">{text}</span>;
}
