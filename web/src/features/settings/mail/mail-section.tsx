import { useQuery } from '@tanstack/react-query';
import { Inbox } from 'lucide-react';
import { errorText } from '@/lib/api-error';
import { Skeleton } from '@/ui/feedback/skeleton';
import { EmptyState, ErrorState, LoadingRegion } from '@/ui/feedback/states';
import { showToast } from '@/ui/feedback/toast';
import { Button } from '@/ui/form/button';
import { CopyField } from '@/ui/form/copy-field';
import { Card, CardHeader } from '@/ui/layout/card';
import { type TrayItem, trayQuery, useDeleteTrayItem } from './api';
import { MailServerCard } from './mail-server';
import { strings as s } from './strings';

export default function MailSection() {
  return (
    <div className="stack-5">
      <MailServerCard />
      <Tray />
    </div>
  );
}

/** What could not be sent, for an administrator to hand on. */
function Tray() {
  const { data, error, refetch } = useQuery(trayQuery);
  return (
    <Card aria-labelledby="mail-tray">
      <CardHeader id="mail-tray" title={s.tray} description={s.trayHint} />
      <div className="border-t border-line">
        {data ? (
          data.results.length === 0 ? (
            <EmptyState icon={Inbox} title={s.trayEmpty} text={s.trayEmptyText} className="py-8" />
          ) : (
            <ul className="ruled">
              {data.results.map((item) => (
                <TrayRow key={item.id} item={item} />
              ))}
            </ul>
          )
        ) : error ? (
          <ErrorState title={s.trayFailed} text={errorText(error)} onRetry={() => void refetch()} />
        ) : (
          <LoadingRegion label={s.trayLoading} className="stack-3 p-4">
            <Skeleton className="w-64" />
            <Skeleton className="h-10" />
          </LoadingRegion>
        )}
      </div>
    </Card>
  );
}

function TrayRow({ item }: { item: TrayItem }) {
  const remove = useDeleteTrayItem();

  async function takeOut() {
    try {
      await remove.mutateAsync(item.id);
    } catch (error) {
      showToast({ type: 'error', title: s.removeFailed, description: errorText(error) });
    }
  }

  return (
    <li className="stack-3 p-4">
      <div className="flex items-start justify-between gap-3">
        <div className="min-w-0">
          <p className="font-medium wrap-anywhere">{item.subject}</p>
          <p className="text-sm text-ink-2 wrap-anywhere">
            {item.name} · {item.to} · {s.until(item.expiresAt)}
          </p>
        </div>
        <Button
          size="sm"
          busy={remove.isPending}
          aria-label={s.remove(item.subject, item.name)}
          onClick={() => void takeOut()}
        >
          {s.removeShort}
        </Button>
      </div>
      {item.link === '' ? (
        <p className="text-sm whitespace-pre-line text-ink-2 wrap-anywhere">{item.text}</p>
      ) : (
        <CopyField label={s.linkOf(item.name)} value={item.link} />
      )}
    </li>
  );
}
