import { CircleCheck, CircleX } from 'lucide-react';
import {
  ConnectionCard,
  ConnectionName,
  ConnectionSwitch,
  lastColumns,
} from '@/features/shared/connection/connection-cells';
import { Ago } from '@/ui/layout/ago';
import type { TableColumn } from '@/ui/list/data-table';
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
  ...lastColumns<Subscription>({
    titles: s.columns,
    renderSwitch: (row) => <ActiveSwitch subscription={row} />,
    renderMenu: (row) => <SubscriptionMenu subscription={row} />,
  }),
];

type SubscriptionProps = { subscription: Subscription };

/** The same webhook on a phone. */
export function SubscriptionCard({ subscription }: SubscriptionProps) {
  return (
    <ConnectionCard
      name={<Name subscription={subscription} />}
      menu={<SubscriptionMenu subscription={subscription} />}
      middle={<LastAttempt subscription={subscription} />}
      foot={
        <>
          <EventCount subscription={subscription} />
          <ActiveSwitch subscription={subscription} />
        </>
      }
    />
  );
}

function Name({ subscription: { id, name, url } }: SubscriptionProps) {
  return (
    <ConnectionName name={name} search={{ webhook: id }}>
      <span className="block truncate text-xs text-ink-3" title={url}>
        {url}
      </span>
    </ConnectionName>
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
function LastAttempt({ subscription: { lastAttemptAt, lastFailure, lastStatus, stoppedReason } }: SubscriptionProps) {
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
  return (
    <ConnectionSwitch
      connection={subscription}
      words={s}
      onChange={(isActive) => change.mutateAsync({ seen: subscription, change: { isActive } })}
    />
  );
}
