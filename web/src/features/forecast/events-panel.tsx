import { useQuery } from '@tanstack/react-query';
import { CalendarPlus, CalendarRange, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { errorText } from '@/lib/api-error';
import { formatChange, formatDate } from '@/lib/format';
import { useCan } from '@/lib/permissions';
import { Badge } from '@/ui/feedback/badge';
import { Skeleton } from '@/ui/feedback/skeleton';
import { EmptyState, ErrorState, LoadingRegion } from '@/ui/feedback/states';
import { Button } from '@/ui/form/button';
import { IconButton } from '@/ui/form/icon-button';
import { ConfirmDialog } from '@/ui/overlay/confirm-dialog';
import { SidePanel } from '@/ui/overlay/side-panel';
import { eventsQuery, type ForecastEvent, useDeleteEvent } from './api';
import { EventForm } from './event-form';
import { eventStrings as s } from './working-strings';

/** A new event, one that exists, or none. */
type Editing = 'new' | ForecastEvent | null;

/** The calendar of the shop: when more or less is sold than usual. */
export default function EventsPanel({ onClose }: { onClose: () => void }) {
  const [editing, setEditing] = useState<Editing>(null);
  const canEdit = useCan('products.edit');
  return (
    <SidePanel
      onClose={onClose}
      title={editing === null ? s.title : editing === 'new' ? s.newTitle : s.editTitle}
      description={editing === null ? s.description : undefined}
      footer={
        editing === null && canEdit ? (
          <Button variant="primary" onClick={() => setEditing('new')}>
            <CalendarPlus aria-hidden />
            {s.add}
          </Button>
        ) : undefined
      }
    >
      {editing === null ? (
        <Events onEdit={canEdit ? setEditing : null} />
      ) : (
        <EventForm event={editing === 'new' ? null : editing} onDone={() => setEditing(null)} />
      )}
    </SidePanel>
  );
}

function Events({ onEdit }: { onEdit: ((event: ForecastEvent) => void) | null }) {
  const { data, error, refetch } = useQuery(eventsQuery);
  if (!data) {
    return error ? (
      <ErrorState title={s.loadFailed} text={errorText(error)} onRetry={() => void refetch()} />
    ) : (
      <LoadingRegion label={s.loading} className="stack-4">
        <Skeleton className="h-10 w-full" />
        <Skeleton className="h-10 w-full" />
      </LoadingRegion>
    );
  }
  if (data.count === 0) return <EmptyState icon={CalendarRange} title={s.emptyTitle} text={s.emptyText} />;
  return (
    <ul aria-label={s.title} className="-my-2 ruled">
      {data.results.map((event) => (
        <Event key={event.id} event={event} onEdit={onEdit} />
      ))}
    </ul>
  );
}

function dayName(day: string): string {
  return formatDate(`${day}T12:00:00Z`);
}

type EventProps = { event: ForecastEvent; onEdit: ((event: ForecastEvent) => void) | null };

function Event({ event, onEdit }: EventProps) {
  const [asking, setAsking] = useState(false);
  const remove = useDeleteEvent();
  return (
    <li className="flex items-center gap-3 py-2.5">
      <div className="min-w-0 flex-1">
        <p className="truncate font-medium">{event.name}</p>
        <p className="num text-sm text-ink-2">
          {dayName(event.dateFrom)}–{dayName(event.dateTo)} · {event.category ?? s.allProducts}
        </p>
      </div>
      {event.yearly ? <Badge tone="mute">{s.yearlyShort}</Badge> : null}
      <span className="num font-semibold">{formatChange(event.uplift)}</span>
      {onEdit ? (
        <span className="flex">
          <IconButton label={s.edit(event.name)} icon={Pencil} onClick={() => onEdit(event)} />
          <IconButton label={s.remove(event.name)} icon={Trash2} onClick={() => setAsking(true)} />
        </span>
      ) : null}
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={s.deleteTitle(event.name)}
        body={s.deleteBody}
        confirmLabel={s.delete}
        busyLabel={s.deleting}
        busy={remove.isPending}
        error={remove.error ? `${s.deleteFailed}. ${errorText(remove.error)}` : undefined}
        onConfirm={() => remove.mutate(event.id, { onSuccess: () => setAsking(false) })}
      />
    </li>
  );
}
