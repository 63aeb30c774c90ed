import { useInfiniteQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Button } from '@/ui/form/button';
import { SearchInput } from '@/ui/form/search-input';
import { Segmented } from '@/ui/form/segmented';
import { Dialog, DialogClose } from '@/ui/overlay/dialog';
import { historyQuery } from '../api';
import { historyStrings as s } from '../strings';
import { HistoryList } from './history-list';
import { type Period, periodStart, periods } from './periods';

const periodSegments = periods.map((value) => ({
  value,
  label: s.periods[value],
  shortLabel: s.shortPeriods[value],
}));

/** The spec asks for a container of its own above everything else on the page. */
function historyLayer(): HTMLElement {
  const id = 'movement-history';
  const existing = document.getElementById(id);
  if (existing) return existing;
  const layer = document.createElement('div');
  layer.id = id;
  layer.className = 'relative z-999999';
  document.body.append(layer);
  return layer;
}

type MovementHistoryProps = { onClose: () => void };

export default function MovementHistory({ onClose }: MovementHistoryProps) {
  const [layer] = useState(historyLayer);
  const [search, setSearch] = useState('');
  const [period, setPeriod] = useState<Period>('all');
  const searchBox = useRef<HTMLInputElement>(null);
  const [openedAt] = useState(Date.now);
  const dateFrom = periodStart(period, openedAt);
  const history = useInfiniteQuery(
    historyQuery({ ...(search !== '' && { search }), ...(dateFrom !== undefined && { dateFrom }) }),
  );
  const first = history.data?.pages[0];

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={s.title}
      size="form"
      layer={layer}
      initialFocus={searchBox}
      footer={
        <>
          <p aria-live="polite" className="num mr-auto text-sm text-ink-2">
            {first ? s.total(first.count, first.countIsCapped ?? false) : null}
          </p>
          <DialogClose render={<Button className="max-sm:flex-none!" />}>{s.close}</DialogClose>
        </>
      }
    >
      <div className="sticky top-0 z-10 -mx-1 flex flex-wrap gap-2 bg-surface px-1 pt-1 pb-3">
        <SearchInput
          ref={searchBox}
          label={s.search}
          placeholder={s.search}
          clearLabel={s.clearSearch}
          value={search}
          onValueChange={setSearch}
          className="min-w-48 flex-1"
        />
        <Segmented
          label={s.period}
          segments={periodSegments}
          value={period}
          onValueChange={setPeriod}
          className="max-sm:flex max-sm:w-full"
        />
      </div>
      <HistoryList history={history} />
    </Dialog>
  );
}
