import { useQuery } from '@tanstack/react-query';
import { PackageSearch } from 'lucide-react';
import { type ReactNode, Suspense } from 'react';
import { type ForecastWorking, forecastQuery } from '@/features/shared/forecast-api';
import { forecastStrings, formatExpected } from '@/features/shared/forecast-strings';
import { RunsOut, runsOutRange } from '@/features/shared/runs-out';
import { ApiError, errorText } from '@/lib/api-error';
import { formatInteger, formatUnits } from '@/lib/format';
import { useCan } from '@/lib/permissions';
import { Skeleton } from '@/ui/feedback/skeleton';
import { EmptyState, ErrorState, LoadingRegion } from '@/ui/feedback/states';
import { Button } from '@/ui/form/button';
import { ButtonLink } from '@/ui/form/button-link';
import { lazy } from '@/ui/overlay/lazy';
import { SidePanel } from '@/ui/overlay/side-panel';
import { useOpenDialog } from './forecast-actions';
import { Section } from './section';
import { strings } from './strings';
import { AccuracySection, HowSection, OrderSection } from './working-sections';
import { workingStrings as s } from './working-strings';

const ForecastChart = lazy(() => import('@/features/shared/forecast-chart'));

type WorkingPanelProps = { productId: number; onClose: () => void };

/** Everything behind the figures of one row. */
export default function WorkingPanel({ productId, onClose }: WorkingPanelProps) {
  const { data, error, refetch } = useQuery(forecastQuery(productId));
  if (data) return <Loaded working={data} onClose={onClose} />;
  return (
    <SidePanel onClose={onClose} title={forecastStrings.title}>
      {error instanceof ApiError && error.status === 404 ? (
        <EmptyState icon={PackageSearch} title={s.notFoundTitle} text={s.notFoundText} />
      ) : error ? (
        <ErrorState title={forecastStrings.failed} text={errorText(error)} onRetry={() => void refetch()} />
      ) : (
        <LoadingRegion label={forecastStrings.loading} className="stack-5">
          <Skeleton className="h-16 w-full" />
          <Skeleton className="h-55 w-full" />
          <Skeleton className="w-3/5" />
          <Skeleton className="w-2/5" />
        </LoadingRegion>
      )}
    </SidePanel>
  );
}

function Loaded({ working, onClose }: { working: ForecastWorking; onClose: () => void }) {
  return (
    <SidePanel
      onClose={onClose}
      title={working.productName}
      description={
        <>
          <span className="code">{working.sku}</span>
          {working.category === null ? null : ` · ${working.category}`}
        </>
      }
      footer={<Footer working={working} onClose={onClose} />}
    >
      <div className="stack-6">
        <div>
          <FigureStrip working={working} />
          {working.runsOutIn === null || working.runsOutIn <= 0 ? null : (
            <p className="mt-2 text-sm text-ink-2">{s.goneInAlertDays(working.goneInAlertDays, working.alertDays)}</p>
          )}
        </div>
        <Section title={s.chart}>
          <Suspense fallback={<Skeleton className="h-55 w-full" />}>
            <ForecastChart working={working} />
          </Suspense>
        </Section>
        <OrderSection working={working} />
        <HowSection working={working} />
        <AccuracySection working={working} />
      </div>
    </SidePanel>
  );
}

function Footer({ working, onClose }: { working: ForecastWorking; onClose: () => void }) {
  const open = useOpenDialog();
  const canAdjust = useCan('stock.adjust');
  const canEdit = useCan('products.edit');
  // One thing at a time: the panel makes room for the dialog.
  function instead(kind: 'adjust' | 'configure') {
    onClose();
    open({ kind, row: working });
  }
  return (
    <>
      <ButtonLink to="/productos/$id" params={{ id: String(working.productId) }} className="mr-auto">
        {s.openProduct}
      </ButtonLink>
      {canEdit ? <Button onClick={() => instead('configure')}>{strings.configure}</Button> : null}
      {canAdjust ? <Button onClick={() => instead('adjust')}>{strings.adjust}</Button> : null}
    </>
  );
}

function FigureStrip({ working }: { working: ForecastWorking }) {
  const { order } = working;
  return (
    <dl
      aria-label={s.figures}
      className="grid grid-cols-2 gap-px overflow-hidden rounded-lg border border-line bg-line sm:grid-cols-4"
    >
      <StripFigure
        label={s.available}
        value={formatInteger(working.available)}
        note={order.reserved > 0 ? s.reserved(order.reserved) : null}
      />
      <StripFigure
        label={forecastStrings.willSell30}
        value={formatExpected(working.willSellIn30Days)}
        note={forecastStrings.range(working.willSellLow, working.willSellHigh)}
      />
      <StripFigure label={forecastStrings.runsOut} value={<RunsOut row={working} />} note={runsOutRange(working)} />
      <StripFigure label={forecastStrings.toDo} value={formatUnits(working.toDo)} note={null} />
    </dl>
  );
}

function StripFigure({ label, value, note }: { label: string; value: ReactNode; note: string | null }) {
  return (
    <div className="min-w-0 bg-surface p-3">
      <dt className="text-xs text-ink-2">{label}</dt>
      <dd className="num mt-0.5 text-lg font-semibold">{value}</dd>
      <dd className="num min-h-4 text-2xs text-ink-3">{note}</dd>
    </div>
  );
}
