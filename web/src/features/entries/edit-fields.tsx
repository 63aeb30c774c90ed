import type { RefObject } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import { useActiveLocations } from '@/features/shared/use-locations';
import { joinRefs } from '@/lib/join-refs';
import { useCan } from '@/lib/permissions';
import { Field } from '@/ui/form/field';
import { Input } from '@/ui/form/input';
import { MoneyField } from '@/ui/form/money-field';
import { Select } from '@/ui/form/select';
import { Textarea } from '@/ui/form/textarea';
import type { EditValues } from './entry-change';
import { entryTypeOptions } from './entry-type';
import { formStrings as s } from './strings';

type EditFieldsProps = {
  /** That of the entry, whatever the business buys in today. */
  currency: string;
  form: UseFormReturn<EditValues>;
  quantityField: RefObject<HTMLInputElement | null>;
};

export function EditFields({ form, currency, quantityField }: EditFieldsProps) {
  const { errors } = form.formState;
  const withCosts = useCan('costs.edit');
  const locations = useActiveLocations();
  const typed = useWatch({ control: form.control, name: 'unitCost' });
  const { ref: quantityRef, ...quantity } = form.register('quantity');
  return (
    <>
      <div className="grid gap-x-3 gap-y-4 sm:grid-cols-2">
        <Field label={s.quantity} hint={s.quantityHint} error={errors.quantity?.message}>
          <Input integer className="text-lg font-semibold" {...quantity} ref={joinRefs(quantityRef, quantityField)} />
        </Field>
        {withCosts ? (
          <MoneyField
            label={s.unitCost}
            currency={currency}
            typed={typed}
            optional
            error={errors.unitCost?.message}
            placeholder="0,00"
            {...form.register('unitCost')}
          />
        ) : null}
      </div>
      <Field label={s.type} error={errors.entryType?.message}>
        <Select options={entryTypeOptions} {...form.register('entryType')} />
      </Field>
      <Field label={s.reason} optional error={errors.reason?.message}>
        <Input maxLength={200} placeholder={s.reasonPlaceholder} {...form.register('reason')} />
      </Field>
      {locations.length > 1 ? (
        <Field label={s.location} error={errors.locationId?.message}>
          <Select
            options={locations.map(({ id, name }) => ({ value: String(id), label: name }))}
            {...form.register('locationId')}
          />
        </Field>
      ) : null}
      <Field label={s.notes} optional error={errors.notes?.message}>
        <Textarea rows={2} maxLength={2000} {...form.register('notes')} />
      </Field>
    </>
  );
}
