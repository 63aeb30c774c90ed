import { Link } from '@tanstack/react-router';
import { CircleAlert, CircleCheck, CircleSlash, type LucideIcon, TriangleAlert } from 'lucide-react';
import { cn } from '@/lib/cn';
import { formatDateTime, formatRelative } from '@/lib/format';
import { type Alert, alertRows } from './api';
import { type Loading, Panel, PanelEmpty, panelLinkClass } from './panel';
import { strings as s } from './strings';

export function AlertsPanel({ alerts }: { alerts: Loading<Alert[]> }) {
  return (
    <Panel
      title={s.alerts}
      action={
        <Link to="/alertas-stock" className={panelLinkClass}>
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

const looks: Record<Alert['alertLevel'], { icon: LucideIcon; className: string }> = {
  out_of_stock: { icon: CircleSlash, className: 'bg-out-bg text-out-fg' },
  critical: { icon: CircleAlert, className: 'bg-crit-bg text-crit-fg' },
  low: { icon: TriangleAlert, className: 'bg-low-bg text-low-fg' },
};

function AlertRow({ alert: { title, message, alertLevel, createdAt } }: { alert: Alert }) {
  const { icon: Icon, className } = looks[alertLevel];
  return (
    <li className="flex flex-1 items-start gap-3 py-3">
      <span aria-hidden className={cn('rounded-md p-1.5 [&_svg]:size-4', className)}>
        <Icon />
      </span>
      <span className="min-w-0 flex-1">
        <span className="flex items-baseline justify-between gap-3">
          <span className="font-medium">{title}</span>
          <time
            dateTime={createdAt}
            title={formatDateTime(createdAt)}
            className="num shrink-0 text-xs text-ink-3"
          >
            {formatRelative(createdAt)}
          </time>
        </span>
        <span className="line-clamp-2 text-sm text-ink-2">{message}</span>
      </span>
    </li>
  );
}
