import { useRef, useState } from 'react';
import { ProductOvertaken } from '@/features/shared/update-product';
import { passes, rulesFor, useCheckedForm } from '@/lib/checked-form';
import { joinRefs } from '@/lib/join-refs';
import { isFraction, parseWhole } from '@/lib/parse-whole';
import { Notice } from '@/ui/feedback/states';
import { showToast } from '@/ui/feedback/toast';
import { Field } from '@/ui/form/field';
import { FormDialog } from '@/ui/form/form-dialog';
import { Input } from '@/ui/form/input';
import { type Product, useUpdateProduct } from '../api';
import { actionStrings, numberStrings } from '../strings';
import { ProductName } from './product-name';

export type NumberField = 'minStock' | 'alertDays';

const alertDaysMax = 365;

function check(field: NumberField, text: string): string | true {
  const value = parseWhole(text);
  if (isFraction(text)) return numberStrings.whole;
  if (field === 'minStock') return value !== null || numberStrings.minStock.invalid;
  if (value === null || value < 1) return numberStrings.alertDays.tooFew;
  return value <= alertDaysMax || numberStrings.alertDays.tooMany;
}

const rulesOf = (field: NumberField) =>
  rulesFor<Record<NumberField, string>>({ [field]: passes<string>((text) => check(field, text)) });
const rules = { minStock: rulesOf('minStock'), alertDays: rulesOf('alertDays') };

type NumberDialogProps = { field: NumberField; product: Product; onClose: () => void };

/** Changes one figure of a product: its minimum stock or its alert days. */
export default function NumberDialog({ field, product, onClose }: NumberDialogProps) {
  const s = numberStrings[field];
  const input = useRef<HTMLInputElement>(null);
  const [seen, setSeen] = useState(product);
  const update = useUpdateProduct();
  // A product without a minimum starts from none at all.
  const form = useCheckedForm(rules[field], { [field]: String(product[field] ?? 0) });
  const { errors } = form.formState;
  const { ref, ...registered } = form.register(field);

  async function submit(values: Record<NumberField, string>) {
    const value = parseWhole(values[field]) ?? 0;
    try {
      const sameAt = (a: Product, b: Product) => a[field] === b[field];
      await update.mutateAsync({ seen, change: { [field]: value }, sameAt });
      showToast({ title: s.done, description: s.doneText(product.name, value) });
      onClose();
    } catch (error) {
      if (!(error instanceof ProductOvertaken)) throw error;
      setSeen(error.current);
    }
  }

  return (
    <FormDialog
      form={form}
      onSubmit={submit}
      onClose={onClose}
      title={s.title}
      description={<ProductName product={product} />}
      initialFocus={input}
      saveLabel={actionStrings.save}
      savingLabel={actionStrings.saving}
      failedTitle={s.failed}
    >
      <Field label={s.label} hint={s.hint} error={errors[field]?.message}>
        <Input integer className="w-36 text-lg font-semibold" {...registered} ref={joinRefs(ref, input)} />
      </Field>
      {seen === product ? null : (
        <Notice tone="low">{numberStrings.changed(String(seen[field] ?? numberStrings.none))}</Notice>
      )}
    </FormDialog>
  );
}
