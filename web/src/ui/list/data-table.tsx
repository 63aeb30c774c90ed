import { ArrowDown, ArrowUp } from 'lucide-react';
import { memo, type ReactNode } from 'react';
import { cn } from '@/lib/cn';
import { useIsPhone } from '@/lib/media';
import { Skeleton } from '@/ui/feedback/skeleton';
import { OverlayHost } from '@/ui/overlay/overlay-host';

/** A column of a list. Declare columns at module scope: with a new array every row is drawn again. */
export type TableColumn<Row extends object> = {
  id: string;
  /** What is above it, which may depend on the rows that are shown. */
  header: ReactNode | ((rows: Row[]) => ReactNode);
  cell: (row: Row) => ReactNode;
  /** The name the server sorts by; a column without one cannot be sorted. */
  sortKey?: string;
  /** Numbers and actions stand on the right. */
  align?: 'left' | 'right';
  /** A width class («w-32»), from which a figure that is longer may grow; columns without one share what is left. */
  width?: `w-${number}`;
  /** The header is read aloud but not shown. */
  hiddenHeader?: boolean;
};

export type DataTableProps<Row extends object> = {
  /** Names the table for assistive technology. */
  label: string;
  columns: TableColumn<Row>[];
  rows: Row[];
  rowId: (row: Row) => string;
  /** The server's ordering: «name», or «-name» for descending. */
  ordering?: string;
  onOrderingChange?: (ordering: string) => void;
  /** First load: rows of skeletons, as many as there are likely to be. */
  loading?: boolean;
  skeletons?: number;
  /** A height class for the skeletons of cards that are taller than two lines. */
  cardHeight?: string;
  /** The next page is on its way: the old rows stay, dimmed. */
  stale?: boolean;
  /** The rows are about to be others: the next ones are on their way, or being drawn. */
  busy?: boolean;
  /** A class for a table that wants more room than its columns ask for before it scrolls sideways inside its card. */
  minWidth?: string;
  /** A link with `rowLinkClass` in a row is the whole row: a click anywhere follows it. */
  linkedRows?: boolean;
  /** A row as a card, for phones. */
  renderCard: (row: Row) => ReactNode;
};

/** Stretches a link over its row; it stays a link for the keyboard, a new tab and assistive technology. */
export const rowLinkClass =
  'after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 ' +
  'focus-visible:after:-outline-offset-2 focus-visible:after:outline-focus';

const skeletonRows = ['w-3/5', 'w-2/5', 'w-1/2', 'w-3/4', 'w-2/5', 'w-3/5', 'w-1/2', 'w-2/3'];

export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  const isPhone = useIsPhone();
  return <OverlayHost>{isPhone ? <CardList {...props} /> : <Table {...props} />}</OverlayHost>;
}

function CardList<Row extends object>({
  label,
  rows,
  rowId,
  renderCard,
  loading = false,
  stale = false,
  busy = loading || stale,
  linkedRows,
  skeletons,
  cardHeight,
}: DataTableProps<Row>) {
  return (
    <ul aria-label={label} aria-busy={busy} className={cn('ruled border-t border-line', stale && 'opacity-60')}>
      {loading
        ? skeletonRows.slice(0, skeletons).map((width, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: they never move, and are no row with that number.
            <li key={`skeleton ${index}`} className={cn('stack-3 p-4', cardHeight)}>
              <Skeleton className={width} />
              <Skeleton className="w-1/3" />
            </li>
          ))
        : rows.map((row) => (
            <li key={rowId(row)} className={cn('p-4', linkedRows && 'relative')}>
              {renderCard(row)}
            </li>
          ))}
    </ul>
  );
}

function Table<Row extends object>(props: DataTableProps<Row>) {
  const { label, columns, rows, rowId, ordering, onOrderingChange, loading = false, stale = false } = props;
  const { busy = loading || stale, minWidth, linkedRows = false, skeletons } = props;

  return (
    // The header sticks to the window; a scroll box would catch it, so a table that fits is only clipped. What a cell
    // hides from sight is placed from here, or it would widen the page instead of the box.
    <div
      ref={scrollWhenTooWide}
      className={cn(
        'group/table relative overflow-clip rounded-[inherit] not-first:rounded-t-none',
        'not-last:rounded-b-none data-scrolls:overflow-x-auto',
      )}
    >
      <table
        aria-label={label}
        aria-busy={busy}
        className={cn('w-full border-separate border-spacing-0', minWidth)}
        {...(minWidth === undefined && { style: { minWidth: `${leastWidth(columns)}rem` } })}
      >
        <thead>
          <tr>
            {columns.map((column) => (
              <HeaderCell
                key={column.id}
                column={column}
                rows={rows}
                ordering={ordering}
                onOrderingChange={onOrderingChange}
              />
            ))}
          </tr>
        </thead>
        <tbody className={cn(stale && 'opacity-60 transition-opacity')}>
          {loading ? (
            skeletonRows.slice(0, skeletons).map((width, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: they never move.
              <tr key={`skeleton ${index}`} className="group">
                {columns.map((_, cell) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: as above.
                  <td key={cell} className={cellClass}>
                    <Skeleton className={width} />
                  </td>
                ))}
              </tr>
            ))
          ) : (
            <TableRows rows={rows} rowId={rowId} columns={columns} linked={linkedRows} />
          )}
        </tbody>
      </table>
    </div>
  );
}

type HeaderCellProps<Row extends object> = Pick<DataTableProps<Row>, 'rows'> & {
  column: TableColumn<Row>;
  ordering: string | undefined;
  onOrderingChange: ((ordering: string) => void) | undefined;
};

function HeaderCell<Row extends object>({ column, rows, ordering, onOrderingChange }: HeaderCellProps<Row>) {
  const { header, sortKey, align, width, hiddenHeader } = column;
  const sort = sortOf(sortKey, ordering);
  const title = typeof header === 'function' ? header(rows) : header;
  return (
    <th
      scope="col"
      aria-sort={sortKey === undefined ? undefined : sort}
      className={cn(
        'top-14 z-10 h-9 border-b border-line bg-canvas',
        'px-4 text-left align-middle text-xs font-medium text-ink-2 group-not-data-scrolls/table:sticky',
        width ?? 'min-w-48',
        align === 'right' && 'text-right',
      )}
    >
      {sortKey !== undefined && onOrderingChange ? (
        <SortButton
          sort={sort}
          alignRight={align === 'right'}
          onClick={() => onOrderingChange(nextOrdering(sortKey, sort))}
        >
          {title}
        </SortButton>
      ) : (
        <span className={cn(hiddenHeader && 'sr-only')}>{title}</span>
      )}
    </th>
  );
}

type TableRowsProps<Row extends object> = Pick<DataTableProps<Row>, 'rows' | 'columns' | 'rowId'> & {
  linked: boolean;
};

/**
 * They are drawn when they or their columns come, and not again when they are dimmed because others are on their way.
 */
const TableRows = memo(
  function TableRows<Row extends object>({ rows, columns, rowId, linked }: TableRowsProps<Row>) {
    return rows.map((row) => (
      <tr key={rowId(row)} className={cn('group hover:bg-canvas', linked && 'relative')}>
        {columns.map(({ id, align, cell }) => (
          <td key={id} className={cn(cellClass, align === 'right' ? figureClass : wordsClass)}>
            {cell(row)}
          </td>
        ))}
      </tr>
    ));
  },
  // How a row is named is written anew on every render, and does not change with it.
  (one, other) => one.rows === other.rows && one.columns === other.columns && one.linked === other.linked,
) as <Row extends object>(props: TableRowsProps<Row>) => ReactNode;

/** Words make do with the width of their column; a figure is never broken, so its column grows with it. */
const wordsClass = 'max-w-0';
const figureClass = 'num text-right whitespace-nowrap **:[[role=alert]]:whitespace-normal';
const cellClass = 'h-12 border-b border-line px-4 align-middle group-last:border-b-0 compact:h-10';

/** What the columns ask for in rem, with enough for a name in each that shares what is left. */
function leastWidth<Row extends object>(columns: TableColumn<Row>[]): number {
  const quarters = columns.map(({ width }) => Number(width?.slice('w-'.length) ?? 48));
  return quarters.reduce((sum, quarter) => sum + quarter, 0) / 4;
}

/** Marks the box as long as its table is wider than it. */
function scrollWhenTooWide(box: HTMLDivElement | null) {
  const table = box?.firstElementChild;
  // Where nothing is laid out there is nothing to follow.
  if (!table || typeof ResizeObserver === 'undefined') return;
  const observer = new ResizeObserver(() => {
    box.toggleAttribute('data-scrolls', table.clientWidth > box.clientWidth);
  });
  observer.observe(box);
  observer.observe(table);
  return () => observer.disconnect();
}

type Sort = 'ascending' | 'descending' | 'none';

function sortOf(sortKey: string | undefined, ordering: string | undefined): Sort {
  if (sortKey === undefined || ordering === undefined) return 'none';
  if (ordering === sortKey) return 'ascending';
  return ordering === `-${sortKey}` ? 'descending' : 'none';
}

function nextOrdering(sortKey: string, sort: Sort): string {
  return sort === 'ascending' ? `-${sortKey}` : sortKey;
}

type SortButtonProps = { sort: Sort; alignRight: boolean; onClick: () => void; children: ReactNode };

/** Only the active arrow is always there; the others appear under the pointer or the focus. */
function SortButton({ sort, alignRight, onClick, children }: SortButtonProps) {
  const Arrow = sort === 'descending' ? ArrowDown : ArrowUp;
  return (
    <button
      type="button"
      onClick={onClick}
      className={cn(
        'group/sort inline-flex min-h-6 items-center gap-1 rounded-sm align-middle hover:text-ink',
        alignRight && 'flex-row-reverse',
      )}
    >
      {children}
      <Arrow
        aria-hidden
        className={cn(
          'size-3.5',
          sort === 'none' && 'opacity-0 group-hover/sort:opacity-50 group-focus-visible/sort:opacity-50',
        )}
      />
    </button>
  );
}
