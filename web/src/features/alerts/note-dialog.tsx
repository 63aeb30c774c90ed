import { useForm, useWatch } from 'react-hook-form';
import type { Alert } from '@/features/shared/alert-level';
import { useOnceKey } from '@/lib/once-key';
import { showToast } from '@/ui/feedback/toast';
import { Field } from '@/ui/form/field';
import { FormDialog } from '@/ui/form/form-dialog';
import { Textarea } from '@/ui/form/textarea';
import { useAddNote } from './api';
import { noteStrings as s } from './strings';

const noteMax = 2000;

export default function NoteDialog({ alert, onClose }: { alert: Alert; onClose: () => void }) {
  const once = useOnceKey();
  const add = useAddNote();
  const form = useForm({ defaultValues: { note: '' } });
  const text = useWatch({ control: form.control, name: 'note' });

  async function submit({ note }: { note: string }) {
    await add.mutateAsync({ id: alert.id, note: note.trim(), once });
    showToast({ title: s.saved });
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
      canSave={text.trim() !== ''}
      failedTitle={s.failed}
    >
      <Field label={s.note} error={form.formState.errors.note?.message}>
        <Textarea rows={4} maxLength={noteMax} placeholder={s.placeholder} {...form.register('note')} />
      </Field>
    </FormDialog>
  );
}
