import { useRef } from 'react';
import { useWatch } from 'react-hook-form';
import { SupplierPicker } from '@/features/shared/supplier-picker';
import { chosen, rulesFor, useCheckedForm } from '@/lib/checked-form';
import { joinRefs } from '@/lib/join-refs';
import { showToast } from '@/ui/feedback/toast';
import { Field } from '@/ui/form/field';
import { FormDialog } from '@/ui/form/form-dialog';
import { type Supplier, useMergeSupplier } from './api';
import { mergeStrings as s } from './strings';

type Named = { id: number; name: string };
type MergeValues = { into: Named | null };

const rules = rulesFor<MergeValues>({ into: chosen(s.intoRequired) });

type MergeDialogProps = { supplier: Supplier; onClose: () => void; onMerged: (into: Supplier) => void };

/** One supplier that was written twice becomes one. */
export default function MergeDialog({ supplier, onClose, onMerged }: MergeDialogProps) {
  const input = useRef<HTMLInputElement>(null);
  const merge = useMergeSupplier();
  const form = useCheckedForm<MergeValues>(rules, { into: null });
  const { ref } = form.register('into');
  const into = useWatch({ control: form.control, name: 'into' });

  async function submit(values: MergeValues) {
    const kept = await merge.mutateAsync({ id: supplier.id, into: values.into?.id ?? 0 });
    showToast({ title: s.done, description: kept.name });
    onMerged(kept);
  }

  return (
    <FormDialog
      form={form}
      onSubmit={submit}
      onClose={onClose}
      title={s.title(supplier.name)}
      description={s.text}
      initialFocus={input}
      saveLabel={s.confirm}
      savingLabel={s.merging}
      failedTitle={s.failed}
    >
      <Field label={s.into} error={form.formState.errors.into?.message}>
        <SupplierPicker
          name="into"
          value={into}
          except={supplier.id}
          onValueChange={(next) => {
            form.setValue('into', next, { shouldDirty: true });
            form.clearErrors('into');
          }}
          ref={joinRefs(ref, input)}
        />
      </Field>
    </FormDialog>
  );
}
