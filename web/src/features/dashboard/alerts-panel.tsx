import { Link } from '@tanstack/react-router';
import { CircleCheck } from 'lucide-react';
import { type Alert, AlertBadges } from '@/features/stock/alert-level';
import { formatDateTime, formatRelative } from '@/lib/format';
import { alertRows } from './api';
import { type Loading, Panel, PanelEmpty } from './panel';
import { strings } from './strings';

/** What presses most, of everything that is open. */
export function AlertsPanel({ alerts }: { alerts: Loading<Alert[]> }) {
  return (
    <Panel
      title={strings.alerts}
      action={
        <Link
          to="/alertas-stock"
          search={{}}
          className="rounded-sm text-sm font-medium text-accent hover:underline"
        >
          {strings.seeAlerts}
        </Link>
      }
      loading={alerts}
      loadingLabel={strings.loadingAlerts}
      skeletonRows={alertRows}
    >
      {(rows) =>
        rows.length === 0 ? (
          <PanelEmpty
            icon={<CircleCheck aria-hidden className="text-ok-solid" />}
            title={strings.noAlerts}
            text={strings.noAlertsText}
          />
        ) : (
          <ul className="flex flex-1 flex-col divide-y divide-line">
            {rows.map((alert) => (
              <AlertRow key={alert.id} alert={alert} />
            ))}
          </ul>
        )
      }
    </Panel>
  );
}

function AlertRow({ alert }: { alert: Alert }) {
  return (
    <li className="flex min-h-15 flex-1 items-center gap-4 py-2">
      <span className="min-w-0 flex-1 leading-tight">
        <Link
          to="/alertas-stock/$id"
          params={{ id: String(alert.id) }}
          title={alert.title}
          className="block truncate rounded-sm font-medium hover:text-accent hover:underline"
        >
          {alert.title}
        </Link>
        <span className="block truncate text-sm text-ink-2">{alert.message}</span>
        <time
          dateTime={alert.createdAt}
          title={formatDateTime(alert.createdAt)}
          className="block text-xs text-ink-3"
        >
          {formatRelative(alert.createdAt)}
        </time>
      </span>
      <AlertBadges alert={alert} />
    </li>
  );
}
