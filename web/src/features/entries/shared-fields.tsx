import { type UseFormReturn, useWatch } from 'react-hook-form';
import { type Location, mainLocation } from '@/features/shared/use-locations';
import { Field } from '@/ui/form/field';
import { Input } from '@/ui/form/input';
import { Select } from '@/ui/form/select';
import type { NewEntryValues } from './entry-form';
import { entryTypeOptions } from './entry-type';
import { formStrings as s } from './strings';

type SharedFieldsProps = { form: UseFormReturn<NewEntryValues>; locations: Location[] };

/** What is the same for every line. */
export function SharedFields({ form, locations }: SharedFieldsProps) {
  const { errors } = form.formState;
  const locationId = useWatch({ control: form.control, name: 'locationId' });
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
      {locations.length > 1 ? (
        <Field label={s.location} error={errors.locationId?.message}>
          <Select
            options={locations.map(({ id, name }) => ({ value: String(id), label: name }))}
            {...form.register('locationId')}
            value={locationId || String(mainLocation(locations)?.id ?? '')}
          />
        </Field>
      ) : null}
    </>
  );
}
