import { LayoutDashboard, Plus, RotateCw } from 'lucide-react';
import { type ComponentType, Suspense, useState } from 'react';
import { errorText } from '@/lib/api-error';
import { cn } from '@/lib/cn';
import { useErrorBeside } from '@/lib/online';
import { useCan } from '@/lib/permissions';
import { useKeptQuery } from '@/lib/use-kept-query';
import { EmptyState, ErrorBanner, ErrorState } from '@/ui/feedback/states';
import { Button } from '@/ui/form/button';
import { ButtonLink } from '@/ui/form/button-link';
import { Card } from '@/ui/layout/card';
import { PageHeader } from '@/ui/layout/page-header';
import { lazy } from '@/ui/overlay/lazy';
import { AlertsPanel } from './alerts-panel';
import {
  activeAlertsQuery,
  bestSellersQuery,
  type Period,
  recentMovementsQuery,
  recentOrdersQuery,
  riskQuery,
  statsQuery,
  trendQuery,
} from './api';
import { KpiStrip } from './kpi-strip';
import { MovementsPanel } from './movements-panel';
import { OrdersPanel } from './orders-panel';
import { RiskPanel } from './risk-panel';
import { SellersPanel } from './sellers-panel';
import { strings } from './strings';
import { TrendPanel } from './trend-panel';

type HistoryProps = { onClose: () => void };

type DashboardPageProps = {
  /** The whole history, which belongs to another feature and is fetched when a user wants it. */
  loadHistory: () => Promise<{ default: ComponentType<HistoryProps> }>;
};

/** Every panel asks for itself, so that one that fails leaves the others alone. */
function useDashboard(period: Period) {
  return {
    stats: useKeptQuery(statsQuery),
    week: useKeptQuery(trendQuery('7')),
    trend: useKeptQuery(trendQuery(period)),
    alerts: useKeptQuery(activeAlertsQuery),
    risk: useKeptQuery(riskQuery),
    sellers: useKeptQuery(bestSellersQuery),
    movements: useKeptQuery(recentMovementsQuery),
    orders: useKeptQuery(recentOrdersQuery),
  };
}

export function DashboardPage({ loadHistory }: DashboardPageProps) {
  const [period, setPeriod] = useState<Period>('30');
  const dashboard = useDashboard(period);
  const { stats, movements, orders } = dashboard;
  const all = Object.values(dashboard);
  const [History] = useState(() => lazy(loadHistory));
  const [historyOpen, setHistoryOpen] = useState(false);

  const retryAll = () => {
    for (const panel of all) panel.retry();
  };
  const nothing = all.every(({ data, error }) => data === undefined && error);
  const isEmptyShop = stats.data?.totalProducts === 0 && movements.data?.length === 0 && orders.data?.length === 0;

  return (
    <>
      <PageHeader
        title={strings.title}
        subtitle={strings.subtitle}
        actions={
          <>
            <UpdatedAt times={all.map(({ loadedAt }) => loadedAt)} />
            <Button busy={all.some(({ isFetching }) => isFetching)} busyLabel={strings.refreshing} onClick={retryAll}>
              <RotateCw aria-hidden />
              {strings.refresh}
            </Button>
          </>
        }
      />
      {nothing && stats.error ? (
        <Card>
          <ErrorState title={strings.loadFailed} text={errorText(stats.error)} onRetry={retryAll} />
        </Card>
      ) : isEmptyShop ? (
        <FirstSteps />
      ) : (
        <div className="stack-5">
          <StaleBanner panels={all} onRetry={retryAll} />
          <Panels
            dashboard={dashboard}
            period={period}
            onPeriodChange={setPeriod}
            onSeeHistory={() => setHistoryOpen(true)}
          />
        </div>
      )}
      <Suspense>{historyOpen ? <History onClose={() => setHistoryOpen(false)} /> : null}</Suspense>
    </>
  );
}

type PanelsProps = {
  dashboard: ReturnType<typeof useDashboard>;
  period: Period;
  onPeriodChange: (period: Period) => void;
  onSeeHistory: () => void;
};

function Panels({ dashboard, period, onPeriodChange, onSeeHistory }: PanelsProps) {
  const { stats, week, trend, alerts, risk, sellers, movements, orders } = dashboard;
  return (
    <>
      <KpiStrip stats={stats} week={week} />
      <div className="grid gap-5 xl:grid-cols-3">
        <div className="grid min-w-0 grid-cols-1 xl:col-span-2">
          <TrendPanel trend={trend} period={period} onPeriodChange={onPeriodChange} />
        </div>
        <AlertsPanel alerts={alerts} />
      </div>
      <div className="grid gap-5 lg:grid-cols-2">
        <RiskPanel risk={risk} />
        <SellersPanel sellers={sellers} />
        <MovementsPanel movements={movements} onSeeAll={onSeeHistory} />
        <OrdersPanel orders={orders} />
      </div>
    </>
  );
}

/** As old as the oldest figure on the screen. Until there is one it only keeps its place. */
function UpdatedAt({ times }: { times: number[] }) {
  const oldest = Math.min(...times);
  return <p className={cn('num text-sm text-ink-3', oldest === 0 && 'invisible')}>{strings.updatedAt(oldest)}</p>;
}

type StaleBannerProps = {
  panels: { data: unknown; error: Error | null; loadedAt: number }[];
  onRetry: () => void;
};

/** Figures that could not be renewed stay, and this says how old they are. */
function StaleBanner({ panels, onRetry }: StaleBannerProps) {
  const [dismissed, setDismissed] = useState<Error | null>(null);
  const stale = panels.find(({ data, error }) => data !== undefined && error !== null);
  const error = useErrorBeside(true, stale?.error ?? null);
  if (!stale || !error || error === dismissed) return null;
  return (
    <ErrorBanner
      title={strings.loadFailed}
      text={strings.staleSince(errorText(error), stale.loadedAt)}
      onRetry={onRetry}
      onDismiss={() => setDismissed(error)}
    />
  );
}

function FirstSteps() {
  const canCreate = useCan('products.edit');
  return (
    <Card>
      <EmptyState
        icon={LayoutDashboard}
        title={strings.emptyTitle}
        text={canCreate ? strings.emptyText : strings.emptyReadOnly}
      >
        {canCreate ? (
          <ButtonLink variant="primary" to="/productos" search={{ nuevo: '' }}>
            <Plus aria-hidden />
            {strings.createProduct}
          </ButtonLink>
        ) : null}
      </EmptyState>
    </Card>
  );
}
