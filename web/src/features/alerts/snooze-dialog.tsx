import { useForm, useWatch } from 'react-hook-form';
import type { Alert } from '@/features/shared/alert-level';
import { showToast } from '@/ui/feedback/toast';
import { Field } from '@/ui/form/field';
import { FormDialog } from '@/ui/form/form-dialog';
import { Select } from '@/ui/form/select';
import { useSnoozeAlert } from './api';
import { snoozeStrings as s } from './strings';

const spans = Object.entries(s.spans).map(([value, label]) => ({ value, label }));
const dayMilliseconds = 24 * 60 * 60 * 1000;

function afterDays(days: string): number {
  return Date.now() + Number(days) * dayMilliseconds;
}

export default function SnoozeDialog({ alert, onClose }: { alert: Alert; onClose: () => void }) {
  const snooze = useSnoozeAlert();
  const form = useForm({ defaultValues: { until: '7' } });
  const days = useWatch({ control: form.control, name: 'until' });

  async function submit({ until }: { until: string }) {
    const at = new Date(afterDays(until)).toISOString();
    await snooze.mutateAsync({ id: alert.id, until: at });
    showToast({ title: s.done, description: s.doneText(at) });
    onClose();
  }

  return (
    <FormDialog
      form={form}
      onSubmit={submit}
      onClose={onClose}
      title={s.title}
      description={alert.title}
      saveLabel={s.save}
      savingLabel={s.saving}
      failedTitle={s.failed}
    >
      <Field label={s.how} hint={s.until(afterDays(days))} error={form.formState.errors.until?.message}>
        <Select options={spans} {...form.register('until')} />
      </Field>
    </FormDialog>
  );
}
