import type { RefObject } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import type { Product } from '@/features/shared/api';
import { ProductPicker } from '@/features/shared/product-picker';
import { joinRefs } from '@/lib/join-refs';
import { Field } from '@/ui/form/field';
import { Input } from '@/ui/form/input';
import { Select } from '@/ui/form/select';
import { Textarea } from '@/ui/form/textarea';
import type { Reason } from '../api';
import { movementWords, fieldStrings as s } from '../strings';
import type { StockValues } from './stock-form';

type FormProps = { form: UseFormReturn<StockValues> };
type FieldProps = FormProps & { field: RefObject<HTMLInputElement | null> };

type ProductFieldProps = FieldProps & { quantityField: FieldProps['field'] };

/** Which product is moved; the quantity is what comes next. */
export function ProductField({ form, field, quantityField }: ProductFieldProps) {
  const product = useWatch({ control: form.control, name: 'product' });
  const { ref } = form.register('product');

  function choose(next: Product | null) {
    form.setValue('product', next, { shouldDirty: true });
    form.clearErrors(['product', 'quantity']);
    form.clearErrors('root');
    if (next) quantityField.current?.focus();
  }

  return (
    <Field label={s.product} error={form.formState.errors.product?.message}>
      <ProductPicker name="product" ref={joinRefs(ref, field)} value={product} onValueChange={choose} />
    </Field>
  );
}

export function QuantityField({ form, field, className = '' }: FieldProps & { className?: string }) {
  const { ref, ...quantity } = form.register('quantity');
  return (
    <Field label={s.quantity} error={form.formState.errors.quantity?.message} className={className}>
      <Input
        integer
        required
        placeholder="0"
        className="text-lg font-semibold placeholder:font-normal"
        {...quantity}
        ref={joinRefs(ref, field)}
      />
    </Field>
  );
}

type ReasonFieldProps = FormProps & { reasons: readonly Reason[] };

function ReasonField({ form, reasons }: ReasonFieldProps) {
  const given = useWatch({ control: form.control, name: 'reason' });
  // What was chosen before a figure made it wrong stays in sight, and is refused at its field.
  const offered = given === '' || reasons.some((value) => value === given) ? reasons : [...reasons, given as Reason];
  return (
    <Field label={s.reason} error={form.formState.errors.reason?.message}>
      <Select
        required
        placeholder={s.chooseReason}
        options={offered.map((value) => ({ value, label: movementWords.reasons[value] }))}
        {...form.register('reason')}
      />
    </Field>
  );
}

/** How much and why, side by side. Each registers itself in its turn: the first one that is wrong gets the focus. */
export function QuantityAndReason({ form, field, reasons }: FieldProps & ReasonFieldProps) {
  return (
    <div className="grid grid-cols-[9rem_1fr] gap-3">
      <QuantityField form={form} field={field} />
      <ReasonField form={form} reasons={reasons} />
    </div>
  );
}

export function NotesField({ form, placeholder = s.notesPlaceholder }: FormProps & { placeholder?: string }) {
  return (
    <Field label={s.notes} optional error={form.formState.errors.notes?.message}>
      <Textarea rows={2} maxLength={2000} placeholder={placeholder} {...form.register('notes')} />
    </Field>
  );
}
