import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { useWatch } from 'react-hook-form';
import { assignSupplier } from '@/features/shared/reorder/api';
import { type PickedSupplier, SupplierPicker } from '@/features/shared/supplier-picker';
import { chosen, rulesFor, useCheckedForm } from '@/lib/checked-form';
import { joinRefs } from '@/lib/join-refs';
import { Field } from '@/ui/form/field';
import { FormDialog } from '@/ui/form/form-dialog';
import { useSelection } from '@/ui/list/selection';
import { bulkStrings as s } from './strings';

type Values = { supplierId: PickedSupplier | null };

const rules = rulesFor<Values>({ supplierId: chosen(s.supplierRequired) });

/** One preferred supplier for all the chosen products. */
export default function BulkSupplierDialog({ onClose }: { onClose: () => void }) {
  const first = useRef<HTMLInputElement>(null);
  const { ids, clear } = useSelection();
  const queryClient = useQueryClient();
  const form = useCheckedForm<Values>(rules, { supplierId: null });
  const { ref } = form.register('supplierId');
  const supplier = useWatch({ control: form.control, name: 'supplierId' });

  async function submit({ supplierId }: Values) {
    await assignSupplier(queryClient, ids, supplierId?.id ?? 0);
    onClose();
    clear();
  }

  return (
    <FormDialog
      form={form}
      onSubmit={submit}
      onClose={onClose}
      title={s.supplierTitle(ids.size)}
      description={s.supplierDescription}
      initialFocus={first}
      saveLabel={s.assign}
      savingLabel={s.assigning}
      failedTitle={s.supplierFailed}
    >
      <Field label={s.supplierLabel} error={form.formState.errors.supplierId?.message}>
        <SupplierPicker
          name="supplierId"
          value={supplier}
          onValueChange={(next) => {
            form.setValue('supplierId', next, { shouldDirty: true });
            form.clearErrors('supplierId');
          }}
          ref={joinRefs(ref, first)}
        />
      </Field>
    </FormDialog>
  );
}
