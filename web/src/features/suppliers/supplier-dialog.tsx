import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import { currencies } from '@/features/shared/currencies';
import { useCurrency } from '@/lib/business';
import { useCheckedForm } from '@/lib/checked-form';
import { joinRefs } from '@/lib/join-refs';
import { useOnceKey } from '@/lib/once-key';
import { useDebounced } from '@/lib/use-debounced';
import { Notice } from '@/ui/feedback/states';
import { showToast } from '@/ui/feedback/toast';
import { Field } from '@/ui/form/field';
import { FormDialog } from '@/ui/form/form-dialog';
import { Input } from '@/ui/form/input';
import { MoneyField } from '@/ui/form/money-field';
import { Select } from '@/ui/form/select';
import { Textarea } from '@/ui/form/textarea';
import { type Supplier, similarQuery, useAddSupplier, useChangeSupplier } from './api';
import { formStrings as s } from './strings';
import { type SupplierValues, supplierOf, supplierRules, valuesOf } from './supplier-form';

type SupplierDialogProps = {
  /** As it was when the dialog opened; null for a new one. */
  supplier: Supplier | null;
  onClose: () => void;
  onSaved: (supplier: Supplier) => void;
};

export default function SupplierDialog({ supplier: opened, onClose, onSaved }: SupplierDialogProps) {
  // A change by another user arrives live; saving has to notice it and not take it for what was seen.
  const [supplier] = useState(opened);
  const nameField = useRef<HTMLInputElement>(null);
  const once = useOnceKey();
  const add = useAddSupplier();
  const change = useChangeSupplier();
  const costs = useCurrency('purchase') ?? '';
  const form = useCheckedForm(supplierRules, valuesOf(supplier, costs));

  async function submit(values: SupplierValues) {
    const wanted = supplierOf({ ...values, currency: values.currency || costs });
    const saved =
      supplier === null
        ? await add.mutateAsync({ supplier: wanted, once })
        : await change.mutateAsync({ seen: supplier, change: wanted });
    showToast({ title: supplier === null ? s.created : s.saved, description: saved.name });
    onSaved(saved);
  }

  return (
    <FormDialog
      form={form}
      onSubmit={submit}
      onClose={onClose}
      title={supplier === null ? s.newTitle : s.editTitle(supplier.name)}
      size="form"
      initialFocus={nameField}
      saveLabel={s.save}
      savingLabel={s.saving}
      failedTitle={s.createFailed}
    >
      <Identity form={form} nameField={nameField} except={supplier?.id} />
      <Reach form={form} />
      <Terms form={form} costs={costs} />
      <Field label={s.notes} optional error={form.formState.errors.notes?.message}>
        <Textarea rows={2} maxLength={2000} {...form.register('notes')} />
      </Field>
    </FormDialog>
  );
}

type PartProps = { form: UseFormReturn<SupplierValues> };

type IdentityProps = PartProps & {
  nameField: React.RefObject<HTMLInputElement | null>;
  except: number | undefined;
};

const restMs = 300;

/** Who it is; whoever may be written already, and a tax number that looks wrong, are said while typing. */
function Identity({ form, nameField, except }: IdentityProps) {
  const { errors } = form.formState;
  const { ref, ...name } = form.register('name');
  const [typedName, typedTaxId] = useWatch({ control: form.control, name: ['name', 'taxId'] });
  const rested = { name: useDebounced(typedName.trim(), restMs), taxId: useDebounced(typedTaxId.trim(), restMs) };
  const { data } = useQuery({ ...similarQuery({ ...rested, except }), placeholderData: keepPreviousData });
  const similar = data?.results ?? [];
  const warning = rested.taxId === '' ? '' : (data?.taxIdWarning ?? '');
  return (
    <>
      <div className="grid gap-3 sm:grid-cols-[1fr_12rem]">
        <Field label={s.name} error={errors.name?.message}>
          <Input maxLength={200} autoComplete="off" {...name} ref={joinRefs(ref, nameField)} />
        </Field>
        <Field
          label={s.taxId}
          optional
          error={errors.taxId?.message}
          {...(warning !== '' && { hint: <span className="text-low-fg">{warning}</span> })}
        >
          <Input maxLength={50} autoComplete="off" {...form.register('taxId')} />
        </Field>
      </div>
      <div aria-live="polite">
        {similar.length === 0 ? null : (
          <Notice tone="low" title={s.similarTitle}>
            <ul>
              {similar.map((one) => (
                <li key={one.id}>
                  <Link to="/proveedores/$id" params={{ id: String(one.id) }} className="font-medium underline">
                    {one.name}
                  </Link>{' '}
                  {one.sameName && one.sameTaxId ? s.sameBoth : one.sameTaxId ? s.sameTaxId : s.sameName}
                </li>
              ))}
            </ul>
          </Notice>
        )}
      </div>
    </>
  );
}

/** How it is reached. */
function Reach({ form }: PartProps) {
  const { errors } = form.formState;
  return (
    <>
      <div className="grid gap-3 sm:grid-cols-2">
        <Field label={s.contact} optional error={errors.contact?.message}>
          <Input maxLength={200} autoComplete="off" {...form.register('contact')} />
        </Field>
        <Field label={s.phone} optional error={errors.phone?.message}>
          <Input type="tel" maxLength={50} autoComplete="off" {...form.register('phone')} />
        </Field>
        <Field label={s.email} optional hint={s.emailHint} error={errors.email?.message}>
          <Input type="email" maxLength={200} autoComplete="off" {...form.register('email')} />
        </Field>
        <Field label={s.website} optional error={errors.website?.message}>
          <Input inputMode="url" maxLength={500} autoComplete="off" {...form.register('website')} />
        </Field>
      </div>
      <Field label={s.address} optional error={errors.address?.message}>
        <Textarea rows={2} maxLength={500} {...form.register('address')} />
      </Field>
    </>
  );
}

/** On which terms it sells. */
function Terms({ form, costs }: PartProps & { costs: string }) {
  const { errors } = form.formState;
  const [currency, minOrder] = useWatch({ control: form.control, name: ['currency', 'minOrder'] });
  const chosen = currency || costs;
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <Field label={s.currency} error={errors.currency?.message}>
        <Select options={currencies(chosen)} {...form.register('currency')} value={chosen} />
      </Field>
      <Field label={s.leadDays} optional hint={s.leadDaysHint} error={errors.leadDays?.message}>
        <Input integer {...form.register('leadDays')} />
      </Field>
      <MoneyField
        label={s.minOrder}
        currency={chosen === '' ? undefined : chosen}
        typed={minOrder}
        optional
        error={errors.minOrder?.message}
        {...form.register('minOrder')}
      />
      <Field label={s.paymentTerms} optional error={errors.paymentTerms?.message}>
        <Input maxLength={200} placeholder={s.paymentTermsPlaceholder} {...form.register('paymentTerms')} />
      </Field>
    </div>
  );
}
