import { Link } from '@tanstack/react-router';
import { CircleCheck, CircleX } from 'lucide-react';
import { showToast } from '@/ui/feedback/toast';
import { Ago } from '@/ui/layout/ago';
import { rowLinkClass, type TableColumn } from '@/ui/list/data-table';
import { RowSwitch } from '@/ui/list/row-switch';
import { type Subscription, useChangeSubscription } from './api';
import { eventNames, subscriptionStrings as s } from './strings';
import { SubscriptionMenu } from './subscription-menu';

export const subscriptionColumns: TableColumn<Subscription>[] = [
  { id: 'name', header: s.columns.name, cell: (row) => <Name subscription={row} /> },
  {
    id: 'events',
    header: s.columns.events,
    cell: (row) => <EventCount subscription={row} />,
    width: 'w-24',
  },
  {
    id: 'last',
    header: s.columns.last,
    cell: (row) => <LastAttempt subscription={row} />,
    width: 'w-56',
  },
  {
    id: 'active',
    header: s.columns.active,
    cell: (row) => <ActiveSwitch subscription={row} />,
    width: 'w-32',
  },
  {
    id: 'actions',
    header: s.columns.actions,
    cell: (row) => <Menu subscription={row} />,
    width: 'w-20',
    align: 'right',
    hiddenHeader: true,
  },
];

type SubscriptionProps = { subscription: Subscription };

/** The same webhook on a phone. */
export function SubscriptionCard({ subscription }: SubscriptionProps) {
  return (
    <div className="stack-2">
      <div className="flex items-start justify-between gap-3">
        <Name subscription={subscription} />
        <Menu subscription={subscription} />
      </div>
      <LastAttempt subscription={subscription} />
      <div className="flex items-center justify-between gap-3">
        <EventCount subscription={subscription} />
        <ActiveSwitch subscription={subscription} />
      </div>
    </div>
  );
}

function Name({ subscription: { id, name, url } }: SubscriptionProps) {
  return (
    <span className="block min-w-0 py-1.5 leading-tight">
      <Link
        to="/configuracion"
        search={{ seccion: 'integraciones', webhook: id }}
        className={`block font-medium wrap-anywhere ${rowLinkClass}`}
      >
        {name}
      </Link>
      <span className="block truncate text-xs text-ink-3" title={url}>
        {url}
      </span>
    </span>
  );
}

function EventCount({ subscription: { events } }: SubscriptionProps) {
  return (
    <span className="text-sm text-ink-2" title={events.map((event) => eventNames[event]).join('\n')}>
      {s.eventCount(events.length)}
    </span>
  );
}

/** What became of the last message, in a word and a colour. */
function LastAttempt({
  subscription: { lastAttemptAt, lastFailure, lastStatus, stoppedReason },
}: SubscriptionProps) {
  if (!lastAttemptAt) return <span className="text-sm text-ink-3">{s.never}</span>;
  const failed = lastFailure !== '';
  const Icon = failed ? CircleX : CircleCheck;
  return (
    <span className="flex items-start gap-1.5 py-1.5 text-sm leading-tight">
      <Icon aria-hidden className={`mt-px size-4 shrink-0 ${failed ? 'text-out-solid' : 'text-ok-solid'}`} />
      <span className="min-w-0">
        <span className="line-clamp-2">{stoppedReason || lastFailure || s.answered(lastStatus)}</span>
        <Ago at={lastAttemptAt} className="block text-xs text-ink-3" />
      </span>
    </span>
  );
}

function ActiveSwitch({ subscription }: SubscriptionProps) {
  const change = useChangeSubscription();
  const { name, isActive } = subscription;

  async function toggle(next: boolean) {
    await change.mutateAsync({ seen: subscription, change: { isActive: next } });
    showToast(
      next ? { title: s.switchedOn(name) } : { title: s.switchedOff(name), description: s.switchedOffText },
    );
  }

  return (
    <RowSwitch
      label={isActive ? s.active : s.inactive}
      accessibleLabel={s.activeOf(name)}
      checked={isActive}
      onChange={toggle}
      failedTitle={s.changeFailed}
    />
  );
}

function Menu({ subscription }: SubscriptionProps) {
  return (
    <span className="relative z-1 -mr-2 inline-block">
      <SubscriptionMenu subscription={subscription} />
    </span>
  );
}
