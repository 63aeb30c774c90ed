import { Link } from '@tanstack/react-router';
import { BellRing } from 'lucide-react';
import { useCan } from '@/lib/permissions';
import { Badge } from '@/ui/feedback/badge';
import { showToast } from '@/ui/feedback/toast';
import { Ago } from '@/ui/layout/ago';
import { rowLinkClass, type TableColumn } from '@/ui/list/data-table';
import { RowSwitch } from '@/ui/list/row-switch';
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
  {
    id: 'active',
    header: s.columns.active,
    cell: (row) => <ActiveSwitch channel={row} />,
    width: 'w-32',
  },
  {
    id: 'actions',
    header: s.columns.actions,
    cell: (row) => <Menu channel={row} />,
    width: 'w-20',
    align: 'right',
    hiddenHeader: true,
  },
];

type ChannelProps = { channel: Channel };

/** The same shop on a phone. */
export function ChannelCard({ channel }: ChannelProps) {
  return (
    <div className="stack-2">
      <div className="flex items-start justify-between gap-3">
        <Name channel={channel} />
        <Menu channel={channel} />
      </div>
      <Situation channel={channel} />
      <div className="flex items-center justify-between gap-3">
        <LastDelivery channel={channel} />
        <ActiveSwitch channel={channel} />
      </div>
    </div>
  );
}

function Name({ channel: { id, name, source } }: ChannelProps) {
  return (
    <span className="block min-w-0 py-1.5 leading-tight">
      <Link
        to="/configuracion"
        search={{ seccion: 'integraciones', tienda: id }}
        className={`block font-medium wrap-anywhere ${rowLinkClass}`}
      >
        {name}
      </Link>
      <span className="block text-xs text-ink-3">{sourceNames[source]}</span>
    </span>
  );
}

function LastDelivery({ channel: { lastDeliveryAt } }: ChannelProps) {
  if (lastDeliveryAt === null) return <span className="text-sm text-ink-3">{s.never}</span>;
  return <Ago at={lastDeliveryAt} className="text-sm text-ink-2" />;
}

/** What somebody should look at, the worst first. */
export function Situation({ channel }: ChannelProps) {
  const { isSilent, failed, unmatched, missingNumbers, waiting } = channel;
  const fine = !isSilent && failed + unmatched + missingNumbers + waiting === 0;
  return (
    <span className="flex flex-wrap gap-1 py-1">
      {fine ? <span className="text-sm text-ink-3">{s.fine}</span> : null}
      {isSilent ? (
        <Badge tone="crit" icon={BellRing}>
          {s.silent}
        </Badge>
      ) : null}
      {failed > 0 ? <Badge tone="out">{s.failed(failed)}</Badge> : null}
      {unmatched > 0 ? <Badge tone="low">{s.unmatched(unmatched)}</Badge> : null}
      {missingNumbers > 0 ? <Badge tone="low">{s.missing(missingNumbers)}</Badge> : null}
      {waiting > 0 ? <Badge tone="info">{s.waiting(waiting)}</Badge> : null}
    </span>
  );
}

export function ActiveSwitch({ channel }: ChannelProps) {
  const canManage = useCan('integrations.manage');
  const change = useChangeChannel();
  const { name, isActive } = channel;
  const label = isActive ? s.active : s.inactive;
  if (!canManage) return <Badge tone={isActive ? 'ok' : 'mute'}>{label}</Badge>;

  async function toggle(next: boolean) {
    await change.mutateAsync({ seen: channel, change: { isActive: next } });
    showToast(
      next ? { title: s.switchedOn(name) } : { title: s.switchedOff(name), description: s.switchedOffText },
    );
  }

  return (
    <RowSwitch
      label={label}
      accessibleLabel={s.activeOf(name)}
      checked={isActive}
      onChange={toggle}
      failedTitle={s.changeFailed}
    />
  );
}

function Menu({ channel }: ChannelProps) {
  return (
    <span className="relative z-1 -mr-2 inline-block">
      <ChannelMenu channel={channel} />
    </span>
  );
}
