import { Plus, X } from 'lucide-react';
import { type UseFormReturn, useFieldArray, useWatch } from 'react-hook-form';
import { SupplierPicker } from '@/features/shared/supplier-picker';
import { useCan } from '@/lib/permissions';
import { Button } from '@/ui/form/button';
import { Checkbox } from '@/ui/form/checkbox';
import { Field } from '@/ui/form/field';
import { IconButton } from '@/ui/form/icon-button';
import { Input } from '@/ui/form/input';
import { MoneyField } from '@/ui/form/money-field';
import { suppliersStrings as s } from './strings';
import { emptyLine, type SuppliersValues, withPreferred } from './suppliers-form';

type FieldsProps = { form: UseFormReturn<SuppliersValues> };

/** How many suppliers a product has at most. */
const suppliersMax = 50;

/** The suppliers of a product, a line each; none is a valid answer. */
export default function SuppliersFields({ form }: FieldsProps) {
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'suppliers' });
  return (
    <fieldset className="stack-3">
      <legend className="sr-only">{s.legend}</legend>
      {fields.length === 0 ? (
        <p className="text-ink-2">{s.none}</p>
      ) : (
        <ol className="ruled rounded-lg border border-line">
          {fields.map(({ id }, index) => (
            <li key={id} className="p-3">
              <Line form={form} index={index} onRemove={() => remove(index)} />
            </li>
          ))}
        </ol>
      )}
      <Button
        disabled={fields.length >= suppliersMax}
        onClick={() => append(emptyLine(fields.length === 0), { focusName: `suppliers.${fields.length}.supplierId` })}
      >
        <Plus aria-hidden />
        {s.add}
      </Button>
    </fieldset>
  );
}

type LineProps = FieldsProps & { index: number; onRemove: () => void };

function Line({ form, index, onRemove }: LineProps) {
  const errors = form.formState.errors.suppliers?.[index];
  const line = useWatch({ control: form.control, name: `suppliers.${index}` });
  const { ref } = form.register(`suppliers.${index}.supplierId`);
  return (
    <div className="stack-3">
      <div className="flex items-start gap-2">
        <Field label={s.supplier} error={errors?.supplierId?.message} className="min-w-0 flex-1">
          <SupplierPicker
            name={`suppliers.${index}.supplierId`}
            value={line.supplierId}
            onValueChange={(next) => {
              form.setValue(`suppliers.${index}.supplierId`, next, { shouldDirty: true });
              form.clearErrors(`suppliers.${index}.supplierId`);
            }}
            ref={ref}
          />
        </Field>
        <IconButton label={s.remove(index + 1)} icon={X} className="mt-6.5" onClick={onRemove} />
      </div>
      <Terms form={form} index={index} />
      <Preferred form={form} index={index} />
    </div>
  );
}

type TermsProps = FieldsProps & { index: number };

function Terms({ form, index }: TermsProps) {
  const errors = form.formState.errors.suppliers?.[index];
  const line = useWatch({ control: form.control, name: `suppliers.${index}` });
  const withCosts = useCan('costs.read');
  const at = (field: 'supplierSku' | 'packUnits' | 'packPrice' | 'minPacks' | 'leadDays') =>
    form.register(`suppliers.${index}.${field}`);
  return (
    <div className="grid grid-cols-2 gap-3 sm:grid-cols-6">
      <Field label={s.supplierSku} optional error={errors?.supplierSku?.message} className="sm:col-span-3">
        <Input maxLength={100} autoComplete="off" {...at('supplierSku')} />
      </Field>
      {withCosts ? (
        <MoneyField
          label={s.packPrice}
          currency={line.supplierId?.currency}
          typed={line.packPrice}
          optional
          error={errors?.packPrice?.message}
          className="sm:col-span-3"
          {...at('packPrice')}
        />
      ) : null}
      <Field label={s.packUnits} error={errors?.packUnits?.message} className="sm:col-span-2">
        <Input integer {...at('packUnits')} />
      </Field>
      <Field label={s.min} error={errors?.minPacks?.message} className="sm:col-span-2">
        <Input integer {...at('minPacks')} />
      </Field>
      <Field label={s.leadDays} optional error={errors?.leadDays?.message} className="col-span-2">
        <Input integer {...at('leadDays')} />
      </Field>
    </div>
  );
}

/** From whom it is bought while nobody says otherwise. */
function Preferred({ form, index }: TermsProps) {
  const { preferred, supplierId } = useWatch({ control: form.control, name: `suppliers.${index}` });

  function prefer(next: boolean) {
    for (const [at, line] of withPreferred(form.getValues('suppliers'), index, next).entries()) {
      form.setValue(`suppliers.${at}.preferred`, line.preferred, { shouldDirty: true });
    }
  }

  return (
    <Checkbox
      label={
        <>
          {s.preferred}
          {supplierId ? <span className="sr-only">: {supplierId.name}</span> : null}
        </>
      }
      checked={preferred}
      onCheckedChange={prefer}
    />
  );
}
