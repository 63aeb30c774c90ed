import { MessageSquarePlus } from 'lucide-react';
import type { Alert } from '@/features/shared/alert-level';
import { useCan } from '@/lib/permissions';
import { Button } from '@/ui/form/button';
import { Ago } from '@/ui/layout/ago';
import { Card, CardHeader } from '@/ui/layout/card';
import { useOpenAlert } from './alert-dialogs';
import { actionStrings, detailStrings as s } from './strings';

/** What people have written about an alert, the oldest first. */
export function NotesCard({ alert }: { alert: Alert }) {
  const open = useOpenAlert();
  const canNote = useCan('alerts.note');
  return (
    <Card aria-labelledby="alert-notes">
      <CardHeader
        id="alert-notes"
        title={s.notes}
        action={
          canNote ? (
            <Button size="sm" onClick={() => open({ kind: 'note', alert })}>
              <MessageSquarePlus aria-hidden />
              {actionStrings.addNote}
            </Button>
          ) : undefined
        }
      />
      {alert.notes.length === 0 ? (
        <p className="px-4 pb-4 text-ink-2">{s.noNotes}</p>
      ) : (
        <ol className="ruled border-t border-line">
          {alert.notes.map((note) => (
            <li key={note.id} className="px-4 py-3">
              <p className="flex flex-wrap items-baseline justify-between gap-x-3">
                <span className="font-medium">{note.user}</span>
                <Ago at={note.createdAt} className="text-xs text-ink-3" />
              </p>
              <p className="whitespace-pre-line wrap-anywhere text-ink-2">{note.note}</p>
            </li>
          ))}
        </ol>
      )}
    </Card>
  );
}
