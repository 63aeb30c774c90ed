import { Link } from '@tanstack/react-router';
import { CircleCheck } from 'lucide-react';
import { type Alert, AlertSign } from '@/features/shared/alert-level';
import { Ago } from '@/ui/layout/ago';
import { alertRows } from './api';
import { type Loading, Panel, PanelEmpty, panelLinkClass } from './panel';
import { strings as s } from './strings';

export function AlertsPanel({ alerts }: { alerts: Loading<Alert[]> }) {
  return (
    <Panel
      title={s.alerts}
      action={
        <Link to="/alertas-stock" search={{}} className={panelLinkClass}>
          {s.seeAlerts}
        </Link>
      }
      loading={alerts}
      loadingLabel={s.loadingAlerts}
      skeletonRows={alertRows}
    >
      {(rows) =>
        rows.length === 0 ? (
          <PanelEmpty
            icon={<CircleCheck aria-hidden className="text-ok-solid" />}
            title={s.noAlerts}
            text={s.noAlertsText}
          />
        ) : (
          <ul className="flex flex-1 flex-col ruled">
            {rows.map((alert) => (
              <AlertRow key={alert.id} alert={alert} />
            ))}
          </ul>
        )
      }
    </Panel>
  );
}

function AlertRow({ alert: { id, title, message, alertLevel, createdAt } }: { alert: Alert }) {
  return (
    <li className="flex flex-1 items-start gap-3 py-3">
      <AlertSign level={alertLevel} />
      <span className="min-w-0 flex-1">
        <span className="flex items-baseline justify-between gap-3">
          <Link
            to="/alertas-stock/$id"
            params={{ id: String(id) }}
            title={title}
            className="line-clamp-2 rounded-sm font-medium hover:text-accent hover:underline"
          >
            {title}
          </Link>
          <Ago at={createdAt} className="num shrink-0 text-xs text-ink-3" />
        </span>
        <span className="line-clamp-2 text-sm text-ink-2">{message}</span>
      </span>
    </li>
  );
}
