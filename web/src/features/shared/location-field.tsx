import { type FieldValues, type Path, type UseFormReturn, useController } from 'react-hook-form';
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
  // Registered, the list would be emptied by the form's empty value as soon as the locations are known.
  const { field, fieldState } = useController({ control: form.control, name });
  if (locations.length < 2) return null;
  return (
    <Field label={label} error={fieldState.error?.message}>
      <Select
        options={options ?? locations.map(({ id, name: called }) => ({ value: String(id), label: called }))}
        {...field}
        value={field.value || String(mainLocation(locations)?.id ?? '')}
      />
    </Field>
  );
}
