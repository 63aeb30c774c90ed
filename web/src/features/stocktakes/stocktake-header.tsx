import { Eye, EyeOff, Printer } from 'lucide-react';
import { Suspense, useState } from 'react';
import { errorText } from '@/lib/api-error';
import { formatInteger } from '@/lib/format';
import { LevelBar } from '@/ui/feedback/level-bar';
import { showToast } from '@/ui/feedback/toast';
import { Button } from '@/ui/form/button';
import { Card } from '@/ui/layout/card';
import { lazy } from '@/ui/overlay/lazy';
import { type Stocktake, useSetBlind } from './api';
import { StateBadge } from './stocktake-state';
import { viewStrings as s, strings } from './strings';

const PostDialog = lazy(() => import('./post-dialog'));
const CancelDialog = lazy(() => import('./cancel-dialog'));
const PrintSheet = lazy(() => import('./print-sheet'));

type StocktakeHeaderProps = { stocktake: Stocktake; counting: boolean };

export function StocktakeHeader({ stocktake, counting }: StocktakeHeaderProps) {
  const { id, location, category, notes, counted, lines } = stocktake;
  return (
    <Card className="p-5">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0 stack-1">
          <h2 className="num flex flex-wrap items-center gap-2 text-lg font-semibold">
            {strings.name(id)}
            <StateBadge stocktake={stocktake} />
          </h2>
          <p className="text-sm text-ink-2">
            {location} · {category ?? strings.everything}
          </p>
          <p className="num text-xs text-ink-3">{historyOf(stocktake)}</p>
          {notes === '' ? null : <p className="max-w-prose text-sm wrap-anywhere text-ink-2">{notes}</p>}
        </div>
        {counting ? <Actions stocktake={stocktake} /> : null}
      </div>
      <Progress stocktake={stocktake} />
      <LevelBar
        value={counted}
        max={Math.max(1, lines)}
        notch={null}
        tone={counted === lines ? 'ok' : 'info'}
        className="mt-3"
      />
    </Card>
  );
}

function historyOf({ state, createdByName, createdAt, endedByName, endedAt }: Stocktake): string {
  if (endedAt === null) return s.openedBy(createdByName, createdAt);
  const by = endedByName ?? '';
  return state === 'posted' ? s.postedBy(by, endedAt) : s.cancelledBy(by, endedAt);
}

function Progress({ stocktake: { counted, lines, uncounted, differing } }: { stocktake: Stocktake }) {
  return (
    <dl className="num mt-4 flex flex-wrap gap-x-8 gap-y-2">
      <Part label={s.counted} value={strings.progress(counted, lines)} />
      <Part label={s.pending} value={formatInteger(uncounted)} />
      <Part label={s.differences} value={differing === null ? s.hidden : formatInteger(differing)} />
    </dl>
  );
}

function Part({ label, value }: { label: string; value: string }) {
  return (
    <div>
      <dt className="text-xs text-ink-3">{label}</dt>
      <dd className="text-lg font-semibold">{value}</dd>
    </div>
  );
}

type Open = 'post' | 'cancel' | 'print' | null;

function Actions({ stocktake }: { stocktake: Stocktake }) {
  const [open, setOpen] = useState<Open>(null);
  const close = () => setOpen(null);
  return (
    <div className="flex flex-wrap gap-2">
      <BlindButton stocktake={stocktake} />
      <Button busy={open === 'print'} busyLabel={s.preparing} onClick={() => setOpen('print')}>
        <Printer aria-hidden />
        {s.print}
      </Button>
      <Button onClick={() => setOpen('cancel')}>{s.cancel}</Button>
      <Button variant="primary" disabled={stocktake.counted === 0} onClick={() => setOpen('post')}>
        {s.post}
      </Button>
      <Suspense>
        {open === 'post' ? <PostDialog stocktake={stocktake} onClose={close} /> : null}
        {open === 'cancel' ? <CancelDialog stocktake={stocktake} onClose={close} /> : null}
        {open === 'print' ? <PrintSheet stocktake={stocktake} onDone={close} /> : null}
      </Suspense>
    </div>
  );
}

function BlindButton({ stocktake: { id, blind } }: { stocktake: Stocktake }) {
  const change = useSetBlind(id);
  const Icon = blind ? Eye : EyeOff;
  return (
    <Button
      busy={change.isPending}
      onClick={() =>
        change.mutate(!blind, {
          onError: (error) => showToast({ type: 'error', title: s.changeFailed, description: errorText(error) }),
        })
      }
    >
      <Icon aria-hidden />
      {blind ? s.reveal : s.hide}
    </Button>
  );
}
