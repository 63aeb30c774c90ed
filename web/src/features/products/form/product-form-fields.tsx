import { useQuery } from '@tanstack/react-query';
import type { RefObject } from 'react';
import { Controller, type UseFormReturn, useWatch } from 'react-hook-form';
import { categoriesQuery } from '@/features/shared/api';
import { mainLocation, useActiveLocations } from '@/features/shared/use-locations';
import { useCurrency } from '@/lib/business';
import { joinRefs } from '@/lib/join-refs';
import { useCan } from '@/lib/permissions';
import { Field } from '@/ui/form/field';
import { Input } from '@/ui/form/input';
import { MoneyField } from '@/ui/form/money-field';
import { Select } from '@/ui/form/select';
import { SuggestInput } from '@/ui/form/suggest-input';
import { Textarea } from '@/ui/form/textarea';
import { brandsQuery } from '../api';
import { statuses } from '../list/search';
import { strings } from '../strings';
import { ImageField } from './image-field';
import type { ProductField, ProductValues } from './product-values';
import { formStrings } from './strings';
import type { SkuCheck } from './use-sku-check';

const { fields: f, hints } = formStrings;

type ProductFormFieldsProps = {
  form: UseFormReturn<ProductValues>;
  isNew: boolean;
  skuCheck: SkuCheck;
  firstField: RefObject<HTMLInputElement | null>;
};

export function ProductFormFields({ form, isNew, skuCheck, firstField }: ProductFormFieldsProps) {
  const { errors } = form.formState;
  const field = (name: ProductField) => ({ label: f[name], error: errors[name]?.message });
  const { ref: skuRef, ...sku } = form.register('sku');
  return (
    <div className="grid gap-x-4 gap-y-4 sm:grid-cols-6">
      <Field
        {...field('sku')}
        error={errors.sku?.message ?? skuCheck.error}
        {...(skuCheck.hint !== undefined && { hint: skuCheck.hint })}
        className="sm:col-span-3"
      >
        <Input required maxLength={64} autoComplete="off" {...sku} ref={joinRefs(skuRef, firstField)} />
      </Field>
      <Field {...field('barcode')} optional hint={hints.barcode} className="sm:col-span-3">
        <Input maxLength={80} autoComplete="off" inputMode="numeric" {...form.register('barcode')} />
      </Field>
      <Field {...field('name')} className="sm:col-span-6">
        <Input required maxLength={200} autoComplete="off" {...form.register('name')} />
      </Field>
      <LabelField form={form} name="category" />
      <LabelField form={form} name="brand" />
      <Figures form={form} isNew={isNew} />
      <Field {...field('tags')} optional hint={hints.tags} className="sm:col-span-6">
        <Input autoComplete="off" {...form.register('tags')} />
      </Field>
      <ImageField form={form} />
      <Field {...field('description')} optional className="sm:col-span-6">
        <Textarea maxLength={5000} {...form.register('description')} />
      </Field>
    </div>
  );
}

/** A category or brand: one that exists, or a new one as typed. */
function LabelField({ form, name }: { form: UseFormReturn<ProductValues>; name: 'category' | 'brand' }) {
  const { data: known = [] } = useQuery(name === 'category' ? categoriesQuery : brandsQuery);
  return (
    <Field
      label={f[name]}
      optional
      hint={hints.category}
      error={form.formState.errors[name]?.message}
      className="sm:col-span-3"
    >
      <Controller
        control={form.control}
        name={name}
        render={({ field }) => (
          <SuggestInput
            label={f[name]}
            ref={field.ref}
            name={name}
            value={field.value}
            onValueChange={field.onChange}
            suggestions={known.map((label) => label.name)}
            maxLength={100}
          />
        )}
      />
    </Field>
  );
}

function Figures({ form, isNew }: { form: UseFormReturn<ProductValues>; isNew: boolean }) {
  const { errors } = form.formState;
  const canPrice = useCan('prices.edit');
  const currency = useCurrency('sales');
  const price = useWatch({ control: form.control, name: 'price' });
  const stockHint = useStockHint(isNew);
  const third = 'sm:col-span-2';
  return (
    <>
      <Field
        label={f.stock}
        error={errors.stock?.message}
        {...(stockHint !== undefined && { hint: stockHint })}
        className={third}
      >
        <Input integer required {...form.register('stock')} />
      </Field>
      <Field label={f.minStock} optional error={errors.minStock?.message} className={third}>
        <Input integer {...form.register('minStock')} />
      </Field>
      <Field label={f.maxStock} optional error={errors.maxStock?.message} className={third}>
        <Input integer {...form.register('maxStock')} />
      </Field>
      <MoneyField
        label={f.price}
        currency={currency}
        typed={price}
        optional
        error={errors.price?.message}
        className={third}
        disabled={!canPrice}
        {...form.register('price')}
      />
      <Field label={f.alertDays} optional hint={hints.alertDays} error={errors.alertDays?.message} className={third}>
        <Input integer {...form.register('alertDays')} />
      </Field>
      <Field label={f.status} error={errors.status?.message} className={third}>
        <Select
          options={statuses.map((value) => ({ value, label: strings.statuses[value] }))}
          {...form.register('status')}
        />
      </Field>
    </>
  );
}

/** With several locations people want to know which one a typed stock belongs to. */
function useStockHint(isNew: boolean): string | undefined {
  const locations = useActiveLocations();
  const main = mainLocation(locations);
  if (locations.length > 1 && main) return hints.stockAt(main.name);
  return isNew ? undefined : hints.stock;
}
