import { useState } from 'react';
import { errorText } from '@/lib/api-error';
import { formatDateTime } from '@/lib/format';
import { useCan } from '@/lib/permissions';
import { FormError } from '@/ui/feedback/states';
import { Button } from '@/ui/form/button';
import { Field } from '@/ui/form/field';
import { Select } from '@/ui/form/select';
import { Card, CardHeader } from '@/ui/layout/card';
import { Fact } from '@/ui/layout/fact';
import { ConfirmDialog } from '@/ui/overlay/confirm-dialog';
import { type TicketChange, type TicketThread, useChangeTicket } from './api';
import { TicketPriorityText, TicketStatusBadge } from './ticket-status';
import {
  categoryNames,
  listStrings,
  newStrings,
  priorityNames,
  threadStrings as s,
  statusLook,
} from './ticket-strings';

/** What a ticket is, and for those who answer, the way to change it. */
export function TicketDetails({ ticket }: { ticket: TicketThread }) {
  const attends = useCan('tickets.attend');
  return (
    <Card aria-labelledby="ticket-details">
      <CardHeader id="ticket-details" title={s.details} />
      <dl className="ruled border-t border-line px-4 py-1">
        <Fact label={listStrings.columns.status}>
          <TicketStatusBadge ticket={ticket} />
        </Fact>
        {attends ? null : (
          <>
            <Fact label={newStrings.priority}>
              <TicketPriorityText ticket={ticket} />
            </Fact>
            <Fact label={newStrings.category}>{categoryNames[ticket.category]}</Fact>
          </>
        )}
        <Fact label={s.author}>{ticket.user}</Fact>
        <Fact label={s.created}>{formatDateTime(ticket.createdAt)}</Fact>
        <Fact label={s.updated}>{formatDateTime(ticket.updatedAt)}</Fact>
        <Fact label={s.origin}>{ticket.isChat ? s.fromChat : s.fromForm}</Fact>
      </dl>
      {attends ? <Changes ticket={ticket} /> : <Closing ticket={ticket} />}
    </Card>
  );
}

function optionsOf(labels: Record<string, string>) {
  return Object.entries(labels).map(([value, label]) => ({ value, label }));
}

const statusNames = Object.fromEntries(Object.entries(statusLook).map(([value, { label }]) => [value, label]));
const choices = [
  { name: 'status', label: listStrings.columns.status, options: optionsOf(statusNames) },
  { name: 'priority', label: newStrings.priority, options: optionsOf(priorityNames) },
  { name: 'category', label: newStrings.category, options: optionsOf(categoryNames) },
] as const;

/** A choice is kept as soon as it is made. */
function Changes({ ticket }: { ticket: TicketThread }) {
  const change = useChangeTicket(ticket.id);
  const shown = { ...ticket, ...(change.isPending && change.variables) };
  return (
    <div className="stack-4 border-t border-line p-4">
      {choices.map(({ name, label, options }) => (
        <Field key={name} label={label}>
          <Select
            options={options}
            value={shown[name]}
            onChange={(event) => change.mutate({ [name]: event.target.value } as TicketChange)}
          />
        </Field>
      ))}
      {change.error ? (
        <FormError>
          <p className="font-semibold">{s.changeFailed}</p>
          <p>{errorText(change.error)}</p>
        </FormError>
      ) : null}
    </div>
  );
}

/** Who asked can say that it is over. */
function Closing({ ticket }: { ticket: TicketThread }) {
  const [asking, setAsking] = useState(false);
  const change = useChangeTicket(ticket.id);
  if (ticket.status === 'closed') return null;
  return (
    <div className="border-t border-line p-4">
      <Button onClick={() => setAsking(true)}>{s.close}</Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={s.closeTitle(ticket.subject)}
        body={s.closeBody}
        confirmLabel={s.close}
        tone="primary"
        busy={change.isPending}
        busyLabel={s.closing}
        error={change.error ? errorText(change.error) : null}
        onConfirm={() => change.mutate({ status: 'closed' }, { onSuccess: () => setAsking(false) })}
      />
    </div>
  );
}
