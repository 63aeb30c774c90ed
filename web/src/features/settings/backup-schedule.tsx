import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { errorText } from '@/lib/api-error';
import { Card, CardHeader } from '@/ui/card';
import { Field } from '@/ui/field';
import { Input } from '@/ui/input';
import { showFailure } from '@/ui/show-failure';
import { Skeleton } from '@/ui/skeleton';
import { ErrorState, FormError, LoadingRegion } from '@/ui/states';
import { Switch } from '@/ui/switch';
import { showToast } from '@/ui/toast';
import { type Schedule, type ScheduleChange, scheduleQuery, useSaveSchedule } from './backup-api';
import { backupStrings as s } from './backup-strings';
import { SaveBar } from './save-bar';
import { strings } from './strings';

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
        <LoadingRegion label={s.scheduleLoading} className="min-h-57.5 space-y-4 border-t border-line p-4">
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
  const element = useRef<HTMLFormElement>(null);
  const save = useSaveSchedule();
  const form = useForm<ScheduleChange>({ defaultValues: valuesOf(loaded) });
  const { isDirty, errors } = form.formState;
  const enabled = useWatch({ control: form.control, name: 'enabled' });
  // What was chosen in another window arrives here too, unless something is being changed.
  useEffect(() => {
    if (!form.formState.isDirty) form.reset(valuesOf(loaded));
  }, [form, loaded]);

  async function submit(values: ScheduleChange) {
    try {
      form.reset(valuesOf(await save.mutateAsync(values)));
      showToast({ title: strings.saved });
    } catch (error) {
      showFailure(form, { error, text: errorText(error), element: element.current });
    }
  }

  return (
    <form
      ref={element}
      noValidate
      onSubmit={form.handleSubmit(submit)}
      className="space-y-4 border-t border-line p-4"
    >
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
      {errors.root ? (
        <FormError>
          {strings.saveError} {errors.root.message}
        </FormError>
      ) : null}
      <SaveBar
        isDirty={isDirty}
        isSaving={save.isPending}
        onDiscard={() => form.reset()}
        leaveBody={s.leaveBody}
      />
    </form>
  );
}
