import { BellRing } from 'lucide-react';
import {
  ConnectionCard,
  ConnectionName,
  ConnectionSwitch,
  lastColumns,
} from '@/features/shared/connection/connection-cells';
import { useCan } from '@/lib/permissions';
import { Badge } from '@/ui/feedback/badge';
import { Ago } from '@/ui/layout/ago';
import type { TableColumn } from '@/ui/list/data-table';
import { type Channel, useChangeChannel } from './api';
import { ChannelMenu } from './channel-menu';
import { channelStrings as s, sourceNames } from './channel-strings';

export const channelColumns: TableColumn<Channel>[] = [
  { id: 'name', header: s.columns.name, cell: (row) => <Name channel={row} /> },
  {
    id: 'last',
    header: s.columns.last,
    cell: (row) => <LastDelivery channel={row} />,
    width: 'w-36',
  },
  {
    id: 'state',
    header: s.columns.state,
    cell: (row) => <Situation channel={row} />,
    width: 'w-52',
  },
  ...lastColumns<Channel>({
    titles: s.columns,
    renderSwitch: (row) => <ActiveSwitch channel={row} />,
    renderMenu: (row) => <ChannelMenu channel={row} />,
  }),
];

type ChannelProps = { channel: Channel };

/** The same shop on a phone. */
export function ChannelCard({ channel }: ChannelProps) {
  return (
    <ConnectionCard
      name={<Name channel={channel} />}
      menu={<ChannelMenu channel={channel} />}
      middle={<Situation channel={channel} />}
      foot={
        <>
          <LastDelivery channel={channel} />
          <ActiveSwitch channel={channel} />
        </>
      }
    />
  );
}

function Name({ channel: { id, name, source } }: ChannelProps) {
  return (
    <ConnectionName name={name} search={{ tienda: id }}>
      <span className="block text-xs text-ink-3">{sourceNames[source]}</span>
    </ConnectionName>
  );
}

function LastDelivery({ channel: { lastDeliveryAt } }: ChannelProps) {
  if (lastDeliveryAt === null) return <span className="text-sm text-ink-3">{s.never}</span>;
  return <Ago at={lastDeliveryAt} className="text-sm text-ink-2" />;
}

/** What a user should look at, the worst first. */
export function Situation({ channel }: ChannelProps) {
  const { isSilent, fault, missesUpdates, held, failed, unmatched, missingNumbers, waiting } = channel;
  const fine =
    !isSilent && fault === '' && !missesUpdates && held + failed + unmatched + missingNumbers + waiting === 0;
  return (
    <span className="flex flex-wrap gap-1 py-1">
      {fine ? <span className="text-sm text-ink-3">{s.fine}</span> : null}
      {isSilent ? (
        <Badge tone="crit" icon={BellRing}>
          {s.silent}
        </Badge>
      ) : null}
      {fault === '' ? null : <Badge tone="out">{s.fault}</Badge>}
      {missesUpdates ? <Badge tone="crit">{s.half}</Badge> : null}
      {failed > 0 ? <Badge tone="out">{s.failed(failed)}</Badge> : null}
      {held > 0 ? <Badge tone="low">{s.held(held)}</Badge> : null}
      {unmatched > 0 ? <Badge tone="low">{s.unmatched(unmatched)}</Badge> : null}
      {missingNumbers > 0 ? <Badge tone="low">{s.missing(missingNumbers)}</Badge> : null}
      {waiting > 0 ? <Badge tone="info">{s.waiting(waiting)}</Badge> : null}
    </span>
  );
}

export function ActiveSwitch({ channel }: ChannelProps) {
  const canManage = useCan('integrations.manage');
  const change = useChangeChannel();
  if (!canManage) {
    const { isActive } = channel;
    return <Badge tone={isActive ? 'ok' : 'mute'}>{isActive ? s.active : s.inactive}</Badge>;
  }
  return (
    <ConnectionSwitch
      connection={channel}
      words={s}
      onChange={(isActive) => change.mutateAsync({ seen: channel, change: { isActive } })}
    />
  );
}
