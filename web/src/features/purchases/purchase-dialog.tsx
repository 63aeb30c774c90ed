import { useRef } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import { LocationField } from '@/features/shared/location-field';
import { SupplierPicker } from '@/features/shared/supplier-picker';
import { useCurrency } from '@/lib/business';
import { placeFieldErrors } from '@/lib/field-errors';
import { joinRefs } from '@/lib/join-refs';
import { Field } from '@/ui/form/field';
import { FormDialog } from '@/ui/form/form-dialog';
import { Input } from '@/ui/form/input';
import { Textarea } from '@/ui/form/textarea';
import { formField, isBlank, type PurchaseValues } from './purchase-form';
import { PurchaseLines } from './purchase-lines';
import { formStrings as s } from './strings';

type PurchaseDialogProps = {
  form: UseFormReturn<PurchaseValues>;
  title: string;
  description?: string;
  onSubmit: (values: PurchaseValues) => Promise<void>;
  onClose: () => void;
};

/** A draft of a purchase: from whom, where to, and what. */
export function PurchaseDialog({ form, title, description, onSubmit, onClose }: PurchaseDialogProps) {
  const first = useRef<HTMLInputElement>(null);
  return (
    <FormDialog
      form={form}
      onBeforeSubmit={() => dropBlankLines(form)}
      onSubmit={onSubmit}
      placeErrors={(refused, error) => placeFieldErrors(refused, error, formField)}
      onClose={onClose}
      title={title}
      {...(description !== undefined && { description })}
      size="form"
      initialFocus={first}
      saveLabel={s.save}
      savingLabel={s.saving}
      failedTitle={s.failed}
    >
      <Head form={form} first={first} />
      <PurchaseLines form={form} />
      <Field label={s.notes} optional error={form.formState.errors.notes?.message}>
        <Textarea rows={2} maxLength={2000} {...form.register('notes')} />
      </Field>
    </FormDialog>
  );
}

/** Lines left blank are dropped, so that the server's line numbers are those on the screen. */
function dropBlankLines(form: UseFormReturn<PurchaseValues>) {
  const lines = form.getValues('lines');
  const kept = lines.filter((line) => !isBlank(line));
  if (kept.length > 0 && kept.length < lines.length) form.setValue('lines', kept);
}

type HeadProps = { form: UseFormReturn<PurchaseValues>; first: React.RefObject<HTMLInputElement | null> };

function Head({ form, first }: HeadProps) {
  const { errors } = form.formState;
  const { ref } = form.register('supplierId');
  const supplier = useWatch({ control: form.control, name: 'supplierId' });
  const costs = useCurrency('purchase');
  const foreign = supplier?.currency !== undefined && costs !== undefined && supplier.currency !== costs;
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <Field label={s.supplier} error={errors.supplierId?.message} className="sm:col-span-2">
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
      <LocationField form={form} label={s.location} />
      <Field label={s.expectedOn} optional hint={s.expectedHint} error={errors.expectedOn?.message}>
        <Input type="date" className="num" {...form.register('expectedOn')} />
      </Field>
      {foreign ? (
        <Field label={s.rate(supplier.currency ?? '', costs)} optional hint={s.rateHint} error={errors.rate?.message}>
          <Input inputMode="decimal" className="num text-right" {...form.register('rate')} />
        </Field>
      ) : null}
    </div>
  );
}
