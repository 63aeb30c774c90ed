import { getRouteApi } from '@tanstack/react-router';
import { DatabaseBackup } from 'lucide-react';
import { errorText } from '@/lib/api-error';
import { useListAddress } from '@/lib/list-address';
import { useKeptQuery } from '@/lib/use-kept-query';
import { EmptyState, FormError } from '@/ui/feedback/states';
import { Button } from '@/ui/form/button';
import { CopyField } from '@/ui/form/copy-field';
import { Card, CardHeader } from '@/ui/layout/card';
import { ListView } from '@/ui/list/list-view';
import { type BackupList, backupsQuery, isBeingMade, useAskBackup } from './api';
import { BackupCard, backupColumns } from './backup-columns';
import { BackupSchedule } from './backup-schedule';
import { backupStrings as s } from './strings';

const route = getRouteApi('/_app/configuracion');

export default function BackupsSection() {
  const address = useListAddress(route.useSearch());
  const { page, limit } = address;
  const query = useKeptQuery(backupsQuery({ page, limit }));
  return (
    <div className="stack-5">
      <ListView
        address={address}
        query={query}
        label={s.title}
        words={s}
        filtered={false}
        header={<Header list={query.data} />}
        empty={<EmptyState icon={DatabaseBackup} title={s.emptyTitle} text={s.emptyText} className="pt-8" />}
        table={{
          columns: backupColumns,
          rowId: ({ id }) => String(id),
          renderCard: (backup) => <BackupCard backup={backup} />,
        }}
        below={
          <>
            <BackupSchedule />
            <RestoreCard />
          </>
        }
      />
    </div>
  );
}

function RestoreCard() {
  return (
    <Card aria-labelledby="backup-restore">
      <CardHeader id="backup-restore" title={s.restore} description={s.restoreText} />
      <div className="border-t border-line p-4">
        <CopyField label={s.restoreCommand} value={s.restoreExample} hint={s.restoreKey} />
      </div>
    </Card>
  );
}

/** One backup at a time: asking again while one is made would change nothing. */
function Header({ list }: { list: BackupList | undefined }) {
  const ask = useAskBackup();
  const busy = ask.isPending || (list?.results.some(isBeingMade) ?? false);
  return (
    <>
      <CardHeader
        title={s.title}
        description={s.hint}
        action={
          <Button
            variant="primary"
            busy={busy}
            busyLabel={ask.isPending ? s.asking : s.making}
            onClick={() => ask.mutate()}
          >
            <DatabaseBackup aria-hidden />
            {s.create}
          </Button>
        }
      />
      {ask.error ? (
        <div className="px-4 pb-4">
          <FormError>
            {s.askFailed} {errorText(ask.error)}
          </FormError>
        </div>
      ) : null}
    </>
  );
}
