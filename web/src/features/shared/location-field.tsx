import { type FieldValues, type Path, type UseFormReturn, useWatch } from 'react-hook-form';
import { Field } from '@/ui/form/field';
import { Select, type SelectOption } from '@/ui/form/select';
import { mainLocation, useActiveLocations } from './use-locations';

type LocationFieldProps<Values extends FieldValues> = {
  form: UseFormReturn<Values>;
  label: string;
  /** Where the names say more than which location it is. */
  options?: SelectOption[];
};

/** Where something happens: the main location until another is chosen. Nobody is asked while there is only one. */
export function LocationField<Values extends FieldValues & { locationId: string }>(props: LocationFieldProps<Values>) {
  const { form, label, options } = props;
  const name = 'locationId' as Path<Values>;
  const locations = useActiveLocations();
  const locationId: string = useWatch({ control: form.control, name });
  if (locations.length < 2) return null;
  return (
    <Field label={label} error={form.getFieldState(name, form.formState).error?.message}>
      <Select
        options={options ?? locations.map(({ id, name: called }) => ({ value: String(id), label: called }))}
        {...form.register(name)}
        value={locationId || String(mainLocation(locations)?.id ?? '')}
      />
    </Field>
  );
}
