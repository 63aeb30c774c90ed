import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type MouseEvent, type ReactNode, useId } from 'react';
import { cn } from '@/lib/cn';
import { formatInteger } from '@/lib/format';
import { Select } from '@/ui/form/select';
import { listStrings } from './list-strings';
import { pageWindow } from './page-window';

export const pageSizes = [10, 20, 50, 100] as const;

type PaginationProps = {
  page: number;
  pageSize: number;
  count: number;
  /** The count is only a lower bound. */
  countIsCapped?: boolean;
  /** The address of a page, so that it opens in a new tab like any link. */
  hrefOf: (page: number) => string;
  onPageChange: (page: number) => void;
  /** The screen goes back to page 1 when the size changes. */
  onPageSizeChange: (size: number) => void;
};

/** Says which rows are shown; the pages themselves appear only when there is more than one. */
export function Pagination(props: PaginationProps) {
  const { page, pageSize, count, countIsCapped = false, hrefOf, onPageChange, onPageSizeChange } = props;
  const sizeId = useId();
  const pageCount = Math.max(1, Math.ceil(count / pageSize));
  const first = count === 0 ? 0 : (page - 1) * pageSize + 1;
  const last = Math.min(page * pageSize, count);
  const total = countIsCapped ? listStrings.moreThan(formatInteger(count)) : formatInteger(count);

  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line px-4 py-2.5 text-sm text-ink-2">
      <p className="num" aria-live="polite">
        {listStrings.range(formatInteger(first), formatInteger(last), total)}
      </p>
      {count > pageSizes[0] ? (
        <div className="flex items-center gap-2">
          <label htmlFor={sizeId}>{listStrings.pageSize}</label>
          <Select
            id={sizeId}
            small
            className="num w-auto"
            value={String(pageSize)}
            options={pageSizes.map((size) => ({ value: String(size), label: String(size) }))}
            onChange={(event) => onPageSizeChange(Number(event.target.value))}
          />
        </div>
      ) : null}
      {pageCount > 1 ? (
        <nav aria-label={listStrings.pagination} className="flex items-center gap-0.5 sm:ml-auto">
          <Step page={page - 1} enabled={page > 1} label={listStrings.previousPage} hrefOf={hrefOf} onGo={onPageChange}>
            <ChevronLeft aria-hidden className="size-4" />
          </Step>
          {pageWindow(page, pageCount).map((slot, index) =>
            slot === 'gap' ? (
              <span key={index < 3 ? 'gap-before' : 'gap-after'} className="px-1" aria-hidden>
                …
              </span>
            ) : (
              <PageLink key={slot} page={slot} current={slot === page} hrefOf={hrefOf} onGo={onPageChange}>
                {formatInteger(slot)}
              </PageLink>
            ),
          )}
          <Step
            page={page + 1}
            enabled={page < pageCount}
            label={listStrings.nextPage}
            hrefOf={hrefOf}
            onGo={onPageChange}
          >
            <ChevronRight aria-hidden className="size-4" />
          </Step>
        </nav>
      ) : null}
    </div>
  );
}

type GoProps = {
  page: number;
  hrefOf: (page: number) => string;
  onGo: (page: number) => void;
  children: ReactNode;
};

const slotClass = 'num grid h-8 min-w-8 place-items-center rounded-md px-2 font-medium pointer-coarse:h-10';

/** Plain clicks stay inside the page; Ctrl, middle and shift clicks are the browser's. */
function follow(event: MouseEvent, go: () => void) {
  if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  go();
}

function PageLink({ page, current, hrefOf, onGo, children }: GoProps & { current: boolean }) {
  return (
    <a
      href={hrefOf(page)}
      aria-label={listStrings.page(formatInteger(page))}
      aria-current={current ? 'page' : undefined}
      onClick={(event) => follow(event, () => onGo(page))}
      className={cn(slotClass, 'hover:bg-surface-2 aria-[current]:bg-accent-soft aria-[current]:text-accent')}
    >
      {children}
    </a>
  );
}

function Step({ page, enabled, label, hrefOf, onGo, children }: GoProps & { enabled: boolean; label: string }) {
  if (!enabled) {
    return (
      <span aria-hidden className={cn(slotClass, 'text-line-strong')}>
        {children}
      </span>
    );
  }
  return (
    <a
      href={hrefOf(page)}
      aria-label={label}
      onClick={(event) => follow(event, () => onGo(page))}
      className={cn(slotClass, 'hover:bg-surface-2')}
    >
      {children}
    </a>
  );
}
