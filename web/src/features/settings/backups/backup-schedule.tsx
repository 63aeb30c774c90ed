import { useQuery } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import { errorText } from '@/lib/api-error';
import { Skeleton } from '@/ui/feedback/skeleton';
import { ErrorState, LoadingRegion } from '@/ui/feedback/states';
import { Field } from '@/ui/form/field';
import { Input } from '@/ui/form/input';
import { Switch } from '@/ui/form/switch';
import { Card, CardHeader } from '@/ui/layout/card';
import { SaveBar } from '../save-bar';
import { useSettingsForm } from '../use-settings-form';
import { type Schedule, type ScheduleChange, scheduleQuery, useSaveSchedule } from './api';
import { backupStrings as s } from './strings';

/** When backups are taken by themselves, and how many of those stay. */
export function BackupSchedule() {
  const { data, error, refetch } = useQuery(scheduleQuery);
  return (
    <Card aria-labelledby="backup-schedule">
      <CardHeader id="backup-schedule" title={s.schedule} description={s.scheduleHint} />
      {data ? (
        <ScheduleForm loaded={data} />
      ) : error ? (
        <ErrorState title={s.scheduleFailed} text={errorText(error)} onRetry={() => void refetch()} />
      ) : (
        <LoadingRegion label={s.scheduleLoading} className="min-h-57.5 stack-4 border-t border-line p-4">
          <Skeleton className="h-6 w-64" />
          <Skeleton className="h-10 w-80 max-w-full" />
        </LoadingRegion>
      )}
    </Card>
  );
}

function valuesOf({ enabled, time, keep }: Schedule): ScheduleChange {
  return { enabled, time, keep };
}

function ScheduleForm({ loaded }: { loaded: Schedule }) {
  const { mutateAsync: save } = useSaveSchedule();
  const { form, props } = useSettingsForm({ loaded, valuesOf, save });
  const { errors } = form.formState;
  const enabled = useWatch({ control: form.control, name: 'enabled' });
  return (
    <form {...props} className="stack-4 border-t border-line p-4">
      <Switch
        label={s.enabled}
        hint={s.enabledHint(loaded.nextAt)}
        checked={enabled}
        onCheckedChange={(on) => form.setValue('enabled', on, { shouldDirty: true })}
      />
      <div className="grid max-w-md grid-cols-2 gap-4">
        <Field label={s.time} hint={s.timeHint} error={errors.time?.message}>
          <Input type="time" {...form.register('time')} />
        </Field>
        <Field label={s.keep} error={errors.keep?.message}>
          <Input type="number" min={1} max={365} {...form.register('keep', { valueAsNumber: true })} />
        </Field>
      </div>
      <SaveBar form={form} leaveBody={s.leaveBody} />
    </form>
  );
}
