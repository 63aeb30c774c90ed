import type { UseFormReturn } from 'react-hook-form';
import { LocationField } from '@/features/shared/location-field';
import { Field } from '@/ui/form/field';
import { Input } from '@/ui/form/input';
import { Select } from '@/ui/form/select';
import type { NewEntryValues } from './entry-form';
import { entryTypeOptions } from './entry-type';
import { formStrings as s } from './strings';

type SharedFieldsProps = { form: UseFormReturn<NewEntryValues> };

/** What is the same for every line. */
export function SharedFields({ form }: SharedFieldsProps) {
  const { errors } = form.formState;
  return (
    <>
      <div className="grid gap-3 sm:grid-cols-[11rem_1fr]">
        <Field label={s.type} error={errors.entryType?.message}>
          <Select options={entryTypeOptions} {...form.register('entryType')} />
        </Field>
        <Field label={s.reason} optional error={errors.reason?.message}>
          <Input maxLength={200} placeholder={s.reasonPlaceholder} {...form.register('reason')} />
        </Field>
      </div>
      <LocationField form={form} label={s.location} />
    </>
  );
}
