import type { RefObject } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import type { Product } from '@/features/shared/api';
import { checkQuantity } from '@/features/shared/check-quantity';
import { ProductPicker } from '@/features/shared/product-picker';
import {
  type Location,
  type LocationStock,
  locationOptions,
  mainLocation,
} from '@/features/shared/use-locations';
import { joinRefs } from '@/lib/join-refs';
import { Field } from '@/ui/form/field';
import { Input } from '@/ui/form/input';
import { Select } from '@/ui/form/select';
import { Textarea } from '@/ui/form/textarea';
import type { Reason } from '../api';
import { adjustStrings, movementWords, movementStrings as s } from '../strings';
import type { Direction } from './movement-dialog';

export type MovementValues = {
  product: Product | null;
  quantity: string;
  reason: string;
  notes: string;
  locationId: string;
};

/** What makes sense in each direction. */
const reasons: Record<Direction, Reason[]> = {
  in: ['restock', 'return', 'adjustment', 'transfer', 'other'],
  out: ['sale', 'damage', 'adjustment', 'transfer', 'other'],
};

type MovementFieldsProps = {
  form: UseFormReturn<MovementValues>;
  direction: Direction;
  locations: Location[];
  lying: LocationStock;
  productField: RefObject<HTMLInputElement | null>;
  quantityField: RefObject<HTMLInputElement | null>;
  onProductChange: (product: Product | null) => void;
};

export function MovementFields(props: MovementFieldsProps) {
  const { form, direction, locations, lying, productField, quantityField, onProductChange } = props;
  const { errors } = form.formState;
  const [product, locationId] = useWatch({ control: form.control, name: ['product', 'locationId'] });
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
      {locations.length > 1 ? (
        <Field label={s.location} error={errors.locationId?.message}>
          <Select
            options={locationOptions(locations, lying)}
            {...form.register('locationId')}
            value={locationId || String(mainLocation(locations)?.id ?? '')}
          />
        </Field>
      ) : null}
      <div className="grid grid-cols-[9rem_1fr] gap-3">
        <Field label={s.quantity} error={errors.quantity?.message}>
          <Input
            integer
            placeholder="0"
            className="text-lg font-semibold placeholder:font-normal"
            {...quantity}
            ref={joinRefs(quantityRef, quantityField)}
          />
        </Field>
        <Field label={s.reason} error={errors.reason?.message}>
          <Select
            placeholder={s.chooseReason}
            options={reasons[direction].map((value) => ({ value, label: movementWords.reasons[value] }))}
            {...form.register('reason', { required: adjustStrings.reasonRequired })}
          />
        </Field>
      </div>
      <Field label={s.notes} optional error={errors.notes?.message}>
        <Textarea rows={2} maxLength={2000} placeholder={s.notesPlaceholder} {...form.register('notes')} />
      </Field>
    </>
  );
}
