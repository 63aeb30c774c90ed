import { LayoutDashboard, Plus, RotateCw } from 'lucide-react';
import { type ComponentType, lazy, Suspense, useState } from 'react';
import { errorText } from '@/lib/api-error';
import { useCan } from '@/lib/permissions';
import { useKeptQuery } from '@/lib/use-kept-query';
import { Button } from '@/ui/button';
import { ButtonLink } from '@/ui/button-link';
import { Card } from '@/ui/card';
import { PageHeader } from '@/ui/page-header';
import { EmptyState, ErrorBanner, ErrorState } from '@/ui/states';
import { AlertsPanel } from './alerts-panel';
import { activeAlertsQuery, recentMovementsQuery, riskQuery, statsQuery } from './api';
import { KpiStrip } from './kpi-strip';
import { MovementsPanel } from './movements-panel';
import { RiskPanel } from './risk-panel';
import { strings } from './strings';

type HistoryProps = { onClose: () => void };

type DashboardPageProps = {
  /** The whole history, which belongs to another feature and is fetched when somebody wants it. */
  loadHistory: () => Promise<{ default: ComponentType<HistoryProps> }>;
};

export function DashboardPage({ loadHistory }: DashboardPageProps) {
  const stats = useKeptQuery(statsQuery);
  const risk = useKeptQuery(riskQuery);
  const movements = useKeptQuery(recentMovementsQuery);
  const alerts = useKeptQuery(activeAlertsQuery);
  const all = [stats, risk, movements, alerts];
  const [History] = useState(() => lazy(loadHistory));
  const [historyOpen, setHistoryOpen] = useState(false);

  const retryAll = () => {
    for (const panel of all) panel.retry();
  };
  const nothing = all.every(({ data, error }) => data === undefined && error);
  const isEmptyShop = stats.data?.totalProducts === 0 && movements.data?.length === 0;

  return (
    <>
      <PageHeader
        title={strings.title}
        subtitle={strings.subtitle}
        actions={
          <>
            <UpdatedAt times={all.map(({ loadedAt }) => loadedAt)} />
            <Button
              busy={all.some(({ isFetching }) => isFetching)}
              busyLabel={strings.refreshing}
              onClick={retryAll}
            >
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
        <div className="space-y-5">
          <StaleBanner panels={all} onRetry={retryAll} />
          <KpiStrip stats={stats} />
          <div className="grid gap-5 lg:grid-cols-2">
            <RiskPanel risk={risk} />
            <AlertsPanel alerts={alerts} />
            <div className="lg:col-span-2">
              <MovementsPanel movements={movements} onSeeAll={() => setHistoryOpen(true)} />
            </div>
          </div>
        </div>
      )}
      <Suspense>{historyOpen ? <History onClose={() => setHistoryOpen(false)} /> : null}</Suspense>
    </>
  );
}

/** As old as the oldest figure on the screen. */
function UpdatedAt({ times }: { times: number[] }) {
  const oldest = Math.min(...times);
  if (oldest === 0) return null;
  return <p className="num text-sm text-ink-3">{strings.updatedAt(oldest)}</p>;
}

type StaleBannerProps = {
  panels: { data: unknown; error: Error | null; loadedAt: number }[];
  onRetry: () => void;
};

/** Figures that could not be renewed stay, and this says how old they are. */
function StaleBanner({ panels, onRetry }: StaleBannerProps) {
  const [dismissed, setDismissed] = useState<Error | null>(null);
  const stale = panels.find(({ data, error }) => data !== undefined && error !== null);
  if (!stale?.error || stale.error === dismissed) return null;
  const { error, loadedAt } = stale;
  return (
    <ErrorBanner
      title={strings.loadFailed}
      text={strings.staleSince(errorText(error), loadedAt)}
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
