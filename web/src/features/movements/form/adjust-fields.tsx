import type { RefObject } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import { checkQuantity } from '@/features/shared/check-quantity';
import {
  type Location,
  type LocationStock,
  locationOptions,
  mainLocation,
} from '@/features/shared/use-locations';
import { joinRefs } from '@/lib/join-refs';
import { Field } from '@/ui/form/field';
import { Input } from '@/ui/form/input';
import { Segmented } from '@/ui/form/segmented';
import { Select } from '@/ui/form/select';
import { Textarea } from '@/ui/form/textarea';
import type { Reason } from '../api';
import { adjustStrings, movementWords } from '../strings';
import type { AdjustmentType } from './adjustment';

const s = adjustStrings;

export type AdjustValues = { quantity: string; reason: string; notes: string; locationId: string };

const types = [
  { value: 'add', label: s.types.add, shortLabel: s.types.addShort },
  { value: 'remove', label: s.types.remove, shortLabel: s.types.removeShort },
  { value: 'set', label: s.types.set, shortLabel: s.types.setShort },
] as const;

/** What a person may give as a reason; stocktakes give their own. */
const reasonOrder: Reason[] = ['restock', 'sale', 'damage', 'adjustment', 'return', 'transfer', 'other'];
const reasons = reasonOrder.map((value) => ({ value, label: movementWords.reasons[value] }));

type AdjustFieldsProps = {
  form: UseFormReturn<AdjustValues>;
  type: AdjustmentType;
  onTypeChange: (type: AdjustmentType) => void;
  quantityField: RefObject<HTMLInputElement | null>;
  locations: Location[];
  lying: LocationStock;
};

export function AdjustFields({
  form,
  type,
  onTypeChange,
  quantityField,
  locations,
  lying,
}: AdjustFieldsProps) {
  const { errors } = form.formState;
  const locationId = useWatch({ control: form.control, name: 'locationId' });
  const { ref: quantityRef, ...quantity } = form.register('quantity', { validate: checkQuantity });
  return (
    <>
      <Segmented
        label={s.types.label}
        segments={types}
        value={type}
        onValueChange={onTypeChange}
        className="w-full [&>*]:h-9"
      />
      {locations.length > 1 ? (
        <Field label={s.location}>
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
            required
            placeholder="0"
            className="text-lg font-semibold placeholder:font-normal"
            {...quantity}
            ref={joinRefs(quantityRef, quantityField)}
          />
        </Field>
        <Field label={s.reason} error={errors.reason?.message}>
          <Select
            required
            placeholder={s.chooseReason}
            options={reasons}
            {...form.register('reason', { required: s.reasonRequired })}
          />
        </Field>
      </div>
      <Field label={s.notes} optional error={errors.notes?.message}>
        <Textarea rows={2} maxLength={2000} placeholder={s.notesPlaceholder} {...form.register('notes')} />
      </Field>
    </>
  );
}
