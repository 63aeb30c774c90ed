import { useRef, useState } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import type { Product } from '@/features/shared/api';
import { ProductPicker } from '@/features/shared/product-picker';
import { useCheckedForm } from '@/lib/checked-form';
import { joinRefs } from '@/lib/join-refs';
import { useOnceKey } from '@/lib/once-key';
import { showToast } from '@/ui/feedback/toast';
import { Checkbox } from '@/ui/form/checkbox';
import { Field } from '@/ui/form/field';
import { FormDialog } from '@/ui/form/form-dialog';
import { Input } from '@/ui/form/input';
import { MoneyField } from '@/ui/form/money-field';
import { type Sold, type Supplier, useAddSold, useChangeSold } from './api';
import { type SoldValues, soldOf, soldRules, soldValues } from './sold-form';
import { soldStrings as s } from './strings';

type SoldDialogProps = {
  supplier: Supplier;
  /** As it was when the dialog opened; null for another product. */
  sold: Sold | null;
  onClose: () => void;
};

export default function SoldDialog({ supplier, sold: opened, onClose }: SoldDialogProps) {
  const [sold] = useState(opened);
  const first = useRef<HTMLInputElement>(null);
  const once = useOnceKey();
  const add = useAddSold();
  const change = useChangeSold();
  const form = useCheckedForm(soldRules(sold === null), soldValues(sold));

  async function submit(values: SoldValues) {
    const wanted = soldOf(values);
    if (sold === null) {
      const productId = values.productId?.idProduct ?? 0;
      await add.mutateAsync({ supplierId: supplier.id, productId, change: wanted, once });
    } else {
      await change.mutateAsync({ seen: sold, change: wanted });
    }
    showToast({ title: s.saved, description: sold?.productName ?? values.productId?.name ?? '' });
    onClose();
  }

  return (
    <FormDialog
      form={form}
      onSubmit={submit}
      onClose={onClose}
      title={sold === null ? s.addTitle : s.editTitle(sold.productName)}
      size="form"
      initialFocus={first}
      saveLabel={s.save}
      savingLabel={s.saving}
      failedTitle={s.saveFailed}
    >
      {sold === null ? <ChosenProduct form={form} first={first} /> : null}
      <Fields form={form} supplier={supplier} {...(sold !== null && { first })} />
    </FormDialog>
  );
}

type PartProps = { form: UseFormReturn<SoldValues> };
type First = React.RefObject<HTMLInputElement | null>;

function ChosenProduct({ form, first }: PartProps & { first: First }) {
  const { ref } = form.register('productId');
  const product = useWatch({ control: form.control, name: 'productId' });

  function choose(chosen: Product | null) {
    form.setValue('productId', chosen, { shouldDirty: true });
    form.clearErrors('productId');
    if (chosen) form.setFocus('supplierSku');
  }

  return (
    <Field label={s.product} error={form.formState.errors.productId?.message}>
      <ProductPicker name="productId" value={product} onValueChange={choose} ref={joinRefs(ref, first)} />
    </Field>
  );
}

function Fields({ form, supplier, first }: PartProps & { supplier: Supplier; first?: First }) {
  const { errors } = form.formState;
  const [packPrice, preferred] = useWatch({ control: form.control, name: ['packPrice', 'preferred'] });
  const { ref, ...supplierSku } = form.register('supplierSku');
  return (
    <>
      <div className="grid gap-3 sm:grid-cols-2">
        <Field label={s.supplierSku} optional error={errors.supplierSku?.message}>
          <Input
            maxLength={100}
            autoComplete="off"
            {...supplierSku}
            ref={first === undefined ? ref : joinRefs(ref, first)}
          />
        </Field>
        <Field label={s.supplierName} optional error={errors.supplierName?.message}>
          <Input maxLength={200} autoComplete="off" {...form.register('supplierName')} />
        </Field>
        <Field label={s.packUnits} error={errors.packUnits?.message}>
          <Input integer {...form.register('packUnits')} />
        </Field>
        <MoneyField
          label={s.packPrice}
          currency={supplier.currency}
          typed={packPrice}
          optional
          error={errors.packPrice?.message}
          {...form.register('packPrice')}
        />
        <Field label={s.min} error={errors.minPacks?.message}>
          <Input integer {...form.register('minPacks')} />
        </Field>
        <Field label={s.leadDays} optional hint={s.leadDaysHint(supplier.leadDays)} error={errors.leadDays?.message}>
          <Input integer {...form.register('leadDays')} />
        </Field>
      </div>
      <Checkbox
        label={s.prefer}
        checked={preferred}
        onCheckedChange={(next) => form.setValue('preferred', next, { shouldDirty: true })}
      />
    </>
  );
}
