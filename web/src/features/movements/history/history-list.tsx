import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { History } from 'lucide-react';
import { errorText } from '@/lib/api-error';
import { cn } from '@/lib/cn';
import { formatDateTime } from '@/lib/format';
import { Badge } from '@/ui/feedback/badge';
import { Skeleton } from '@/ui/feedback/skeleton';
import { ErrorBanner, LoadingRegion } from '@/ui/feedback/states';
import { Button } from '@/ui/form/button';
import type { Movement } from '../api';
import { MovementAmount, MovementIcon } from '../movement-amount';
import { strings as movementStrings, movementWords, historyStrings as s } from '../strings';

type HistoryPage = { results: Movement[]; count: number };
type HistoryListProps = { history: UseInfiniteQueryResult<{ pages: HistoryPage[] }> };

/** As tall with one movement as with many, so that typing in the search does not make the window jump. */
export function HistoryList({ history }: HistoryListProps) {
  const { data, error, isPlaceholderData, refetch } = history;
  const movements = data?.pages.flatMap((page) => page.results) ?? [];
  return (
    <div className="min-h-[min(26rem,50dvh)]">
      {error ? <ErrorBanner title={s.failed} text={errorText(error)} onRetry={() => void refetch()} /> : null}
      {data ? (
        movements.length === 0 ? (
          <Nothing />
        ) : (
          <ul aria-label={s.list} className={cn('ruled', isPlaceholderData && 'opacity-60')}>
            {movements.map((movement) => (
              <HistoryRow key={movement.id} movement={movement} />
            ))}
          </ul>
        )
      ) : error ? null : (
        <LoadingRows />
      )}
      <More history={history} />
    </div>
  );
}

function HistoryRow({ movement }: { movement: Movement }) {
  const { type, product, user, createdAt, undone } = movement;
  return (
    <li className="flex items-center gap-3 py-2.5">
      <MovementIcon type={type} />
      <div className="min-w-0 flex-1">
        <p className="font-medium wrap-anywhere">{product}</p>
        <p className="num text-xs text-ink-3">
          {movementWords.types[type]} · {formatDateTime(createdAt)} · {user === '' ? movementStrings.system : user}
          {undone ? (
            <Badge tone="mute" className="ml-1.5">
              {movementStrings.undone}
            </Badge>
          ) : null}
        </p>
      </div>
      <MovementAmount movement={movement} />
    </li>
  );
}

function More({ history }: HistoryListProps) {
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = history;
  if (!hasNextPage) return null;
  return (
    <div className="flex justify-center pt-3">
      <Button busy={isFetchingNextPage} busyLabel={s.loadingMore} onClick={() => void fetchNextPage()}>
        {s.more}
      </Button>
    </div>
  );
}

function Nothing() {
  return (
    <div className="flex flex-col items-center px-6 py-16 text-center text-ink-2">
      <History aria-hidden className="mb-3 size-6 text-ink-3" strokeWidth={1.75} />
      <p role="status" className="max-w-sm text-balance">
        {s.empty}
      </p>
    </div>
  );
}

const skeletonRows = ['w-3/5', 'w-2/5', 'w-1/2', 'w-3/4', 'w-2/5', 'w-3/5', 'w-1/2'];

function LoadingRows() {
  return (
    <LoadingRegion label={s.loading} className="ruled">
      {skeletonRows.map((width, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows never move.
        <div key={row} className="flex h-15 items-center gap-3">
          <Skeleton className="size-7 rounded-full" />
          <div className="flex-1 stack-2">
            <Skeleton className={width} />
            <Skeleton className="w-1/3" />
          </div>
        </div>
      ))}
    </LoadingRegion>
  );
}
