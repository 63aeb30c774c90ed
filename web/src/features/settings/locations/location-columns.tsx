import { Check, CircleCheck, Pencil, PowerOff } from 'lucide-react';
import type { Location } from '@/features/shared/use-locations';
import { errorText } from '@/lib/api-error';
import { formatInteger } from '@/lib/format';
import { Badge } from '@/ui/feedback/badge';
import { showToast } from '@/ui/feedback/toast';
import { Button } from '@/ui/form/button';
import { IconButton } from '@/ui/form/icon-button';
import type { TableColumn } from '@/ui/list/data-table';
import { ConfirmDialog } from '@/ui/overlay/confirm-dialog';
import { useOverlay } from '@/ui/overlay/overlay-host';
import { useChangeLocation } from './api';
import { LocationDialog } from './location-dialog';
import { locationStrings as s } from './strings';

export const locationColumns: TableColumn<Location>[] = [
  { id: 'name', header: s.columns.name, cell: (row) => <Name location={row} /> },
  {
    id: 'products',
    header: s.columns.products,
    cell: (row) => formatInteger(row.products),
    width: 'w-28',
    align: 'right',
  },
  {
    id: 'units',
    header: s.columns.units,
    cell: (row) => formatInteger(row.units),
    width: 'w-32',
    align: 'right',
  },
  {
    id: 'state',
    header: s.columns.state,
    cell: (row) => <State location={row} />,
    width: 'w-36',
  },
  {
    id: 'actions',
    header: s.columns.actions,
    cell: (row) => <Actions location={row} />,
    width: 'w-48',
    align: 'right',
  },
];

/** The same location on a phone. */
export function LocationCard({ location }: { location: Location }) {
  return (
    <div className="stack-2">
      <div className="flex items-start justify-between gap-3">
        <Name location={location} />
        <State location={location} />
      </div>
      <div className="flex items-center justify-between gap-3">
        <p className="num text-sm text-ink-2">{s.summary(location.products, location.units)}</p>
        <Actions location={location} />
      </div>
    </div>
  );
}

function Name({ location: { name, isMain } }: { location: Location }) {
  return (
    <span className="flex min-w-0 flex-wrap items-center gap-2">
      <span className="min-w-0 font-medium wrap-anywhere">{name}</span>
      {isMain ? (
        <Badge tone="info" className="shrink-0">
          {s.main}
        </Badge>
      ) : null}
    </span>
  );
}

function State({ location: { isActive } }: { location: Location }) {
  if (!isActive) return <Badge tone="mute">{s.states.inactive}</Badge>;
  return (
    <span className="flex shrink-0 items-center gap-1 text-xs text-ink-2">
      <CircleCheck aria-hidden className="size-3.5 text-ok-solid" />
      {s.states.active}
    </span>
  );
}

function Actions({ location }: { location: Location }) {
  const show = useOverlay();
  return (
    <span className="-mr-2 flex items-center justify-end gap-1">
      <IconButton
        label={s.renameOf(location.name)}
        icon={Pencil}
        onClick={() => show((close) => <LocationDialog location={location} onClose={close} />)}
      />
      {location.isMain ? null : location.isActive ? (
        <Button
          variant="ghost"
          size="sm"
          aria-label={s.deactivateOf(location.name)}
          onClick={() => show((close) => <DeactivateDialog location={location} onClose={close} />)}
        >
          <PowerOff aria-hidden />
          {s.deactivate}
        </Button>
      ) : (
        <Activate location={location} />
      )}
    </span>
  );
}

function Activate({ location }: { location: Location }) {
  const change = useChangeLocation();

  async function activate() {
    try {
      await change.mutateAsync({ seen: location, change: { isActive: true } });
      showToast({ title: s.activated(location.name) });
    } catch (error) {
      showToast({ type: 'error', title: s.changeFailed, description: errorText(error) });
    }
  }

  return (
    <Button size="sm" busy={change.isPending} aria-label={s.activateOf(location.name)} onClick={() => void activate()}>
      <Check aria-hidden />
      {s.activate}
    </Button>
  );
}

/** The server refuses while something lies there, and says so in the question itself. */
function DeactivateDialog({ location, onClose }: { location: Location; onClose: () => void }) {
  const change = useChangeLocation();

  async function deactivate() {
    try {
      await change.mutateAsync({ seen: location, change: { isActive: false } });
      onClose();
      showToast({ title: s.deactivated(location.name) });
    } catch {
      // The mutation keeps its error, which is shown below.
    }
  }

  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={s.deactivateTitle(location.name)}
      body={s.deactivateBody}
      confirmLabel={s.deactivateConfirm}
      busy={change.isPending}
      busyLabel={s.deactivating}
      error={change.error ? errorText(change.error) : undefined}
      onConfirm={() => void deactivate()}
    />
  );
}
