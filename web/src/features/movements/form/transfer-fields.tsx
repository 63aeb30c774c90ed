import type { RefObject } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import type { Product } from '@/features/shared/api';
import { checkQuantity } from '@/features/shared/check-quantity';
import { ProductPicker } from '@/features/shared/product-picker';
import { type Location, type LocationStock, locationOptions } from '@/features/shared/use-locations';
import { joinRefs } from '@/lib/join-refs';
import { Field } from '@/ui/form/field';
import { Input } from '@/ui/form/input';
import { Select } from '@/ui/form/select';
import { Textarea } from '@/ui/form/textarea';
import { transferStrings as s } from '../strings';

export type TransferValues = {
  product: Product | null;
  fromLocationId: string;
  toLocationId: string;
  quantity: string;
  notes: string;
};

type TransferFieldsProps = {
  form: UseFormReturn<TransferValues>;
  locations: Location[];
  lying: LocationStock;
  productField: RefObject<HTMLInputElement | null>;
  quantityField: RefObject<HTMLInputElement | null>;
  onProductChange: (product: Product | null) => void;
};

export function TransferFields(props: TransferFieldsProps) {
  const { form, locations, lying, productField, quantityField, onProductChange } = props;
  const { errors } = form.formState;
  const product = useWatch({ control: form.control, name: 'product' });
  const options = locationOptions(locations, lying);
  // In the order of the screen: the first one that is wrong gets the focus.
  const { ref: productRef } = form.register('product', {
    validate: (chosen) => chosen !== null || s.productRequired,
  });
  const { ref: quantityRef, ...quantity } = form.register('quantity', { validate: checkQuantity });
  return (
    <>
      <Field label={s.product} error={errors.product?.message}>
        <ProductPicker
          name="product"
          ref={joinRefs(productRef, productField)}
          value={product}
          onValueChange={onProductChange}
        />
      </Field>
      <div className="grid gap-3 sm:grid-cols-2">
        <Field label={s.from} error={errors.fromLocationId?.message}>
          <Select
            placeholder={s.chooseLocation}
            options={options}
            {...form.register('fromLocationId', { required: s.locationRequired })}
          />
        </Field>
        <Field label={s.to} error={errors.toLocationId?.message}>
          <Select
            placeholder={s.chooseLocation}
            options={options}
            {...form.register('toLocationId', {
              required: s.locationRequired,
              validate: (to, { fromLocationId }) => to !== fromLocationId || s.sameLocation,
            })}
          />
        </Field>
      </div>
      <Field label={s.quantity} error={errors.quantity?.message} className="sm:w-36">
        <Input
          integer
          placeholder="0"
          className="text-lg font-semibold placeholder:font-normal"
          {...quantity}
          ref={joinRefs(quantityRef, quantityField)}
        />
      </Field>
      <Field label={s.notes} optional error={errors.notes?.message}>
        <Textarea rows={2} maxLength={2000} placeholder={s.notesPlaceholder} {...form.register('notes')} />
      </Field>
    </>
  );
}
