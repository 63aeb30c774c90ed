import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import { locationOptions, useActiveLocations, useLocationStock } from '@/features/shared/use-locations';
import { useProductNow } from '@/features/shared/use-product-now';
import { useCheckedForm } from '@/lib/checked-form';
import { placeFieldErrors } from '@/lib/field-errors';
import { useOnceKey } from '@/lib/once-key';
import { Field } from '@/ui/form/field';
import { FormDialog } from '@/ui/form/form-dialog';
import { Select, type SelectOption } from '@/ui/form/select';
import { useTransfer } from '../api';
import { transferStrings as s } from '../strings';
import { showTransferred } from '../undo/transfer-toast';
import { NotesField, ProductField, QuantityField } from './stock-fields';
import { notesOf, quantityOf, type StockValues, stockValues, transferRules } from './stock-form';

/** The field that a message of the server belongs to. */
const fieldOf: Record<string, keyof StockValues> = {
  productId: 'product',
  fromLocationId: 'locationId',
  toLocationId: 'toLocationId',
  quantity: 'quantity',
  notes: 'notes',
};

/** Carries units of a product from one location to another. */
export default function TransferDialog({ onClose }: { onClose: () => void }) {
  const productField = useRef<HTMLInputElement>(null);
  const quantityField = useRef<HTMLInputElement>(null);
  const queryClient = useQueryClient();
  const once = useOnceKey();
  const transfer = useTransfer();
  const form = useCheckedForm(transferRules, stockValues(null));
  const { product, learnAndThrow } = useProductNow(useWatch({ control: form.control, name: 'product' }));
  const options = locationOptions(useActiveLocations(), useLocationStock(product));

  async function submit(values: StockValues) {
    if (!product) return;
    const body = {
      productId: product.idProduct,
      fromLocationId: Number(values.locationId),
      toLocationId: Number(values.toLocationId),
      quantity: quantityOf(values),
      ...notesOf(values),
    };
    const done = await transfer.mutateAsync({ body, once }).catch(learnAndThrow);
    showTransferred(queryClient, done);
    onClose();
  }

  return (
    <FormDialog
      form={form}
      onSubmit={submit}
      placeErrors={(refused, error) => placeFieldErrors(refused, error, (name) => fieldOf[name] ?? null)}
      onClose={onClose}
      title={s.title}
      description={s.description}
      initialFocus={productField}
      saveLabel={s.save}
      savingLabel={s.saving}
      failedTitle={s.failed}
    >
      <ProductField form={form} field={productField} quantityField={quantityField} />
      <FromAndTo form={form} options={options} />
      <QuantityField form={form} field={quantityField} className="sm:w-36" />
      <NotesField form={form} placeholder={s.notesPlaceholder} />
    </FormDialog>
  );
}

type FromAndToProps = { form: UseFormReturn<StockValues>; options: SelectOption[] };

function FromAndTo({ form, options }: FromAndToProps) {
  const { errors } = form.formState;
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <Field label={s.from} error={errors.locationId?.message}>
        <Select placeholder={s.chooseLocation} options={options} {...form.register('locationId')} />
      </Field>
      <Field label={s.to} error={errors.toLocationId?.message}>
        <Select placeholder={s.chooseLocation} options={options} {...form.register('toLocationId')} />
      </Field>
    </div>
  );
}
