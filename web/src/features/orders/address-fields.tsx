import { ChevronRight } from 'lucide-react';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import { cn } from '@/lib/cn';
import { Checkbox } from '@/ui/form/checkbox';
import { Field } from '@/ui/form/field';
import { Input } from '@/ui/form/input';
import { formStrings as s } from './form-strings';
import { addressFields, type OrderValues } from './order-form';

type AddressFieldsProps = { form: UseFormReturn<OrderValues> };
type FoldedProps = AddressFieldsProps & { open?: boolean };

/** Where it goes and who pays; folded, because many orders are handed over the counter. */
export function AddressFields({ form, open = false }: FoldedProps) {
  const same = useWatch({ control: form.control, name: 'sameAddress' });
  return (
    <details open={open} className="group rounded-lg border border-line">
      <summary
        className={cn(
          'flex min-h-10 cursor-pointer list-none items-center gap-2 rounded-lg px-3 text-sm font-semibold',
          '[&::-webkit-details-marker]:hidden',
        )}
      >
        <ChevronRight aria-hidden className="size-4 text-ink-3 group-open:rotate-90" />
        {s.addresses}
      </summary>
      <div className="stack-4 border-t border-line p-3">
        <AddressGroup form={form} name="shippingAddress" legend={s.shippingAddress} />
        <Checkbox
          label={s.sameAddress}
          checked={same}
          onCheckedChange={(checked) => form.setValue('sameAddress', checked, { shouldDirty: true })}
        />
        {same ? null : <AddressGroup form={form} name="billingAddress" legend={s.billingAddress} />}
      </div>
    </details>
  );
}

type AddressGroupProps = AddressFieldsProps & {
  name: 'shippingAddress' | 'billingAddress';
  legend: string;
};

function AddressGroup({ form, name, legend }: AddressGroupProps) {
  return (
    <fieldset className="grid grid-cols-2 gap-3">
      <legend className="mb-1.5 text-sm font-medium text-ink-2">{legend}</legend>
      {addressFields.map((field) => (
        <Field
          key={field}
          label={s[field]}
          optional
          className={field === 'street' ? 'col-span-2' : 'max-sm:col-span-2'}
        >
          <Input maxLength={200} autoComplete="off" {...form.register(`${name}.${field}`)} />
        </Field>
      ))}
    </fieldset>
  );
}
