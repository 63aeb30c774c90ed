import type { RefObject } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { joinRefs } from '@/lib/join-refs';
import { Field } from '@/ui/form/field';
import { Input } from '@/ui/form/input';
import { Textarea } from '@/ui/form/textarea';
import { formStrings as s } from './form-strings';
import { isBlank, type OrderValues } from './order-form';

type OrderFieldsProps = { form: UseFormReturn<OrderValues> };

/** Whom the order is for. */
export function CustomerFields({
  form,
  nameField,
}: OrderFieldsProps & { nameField: RefObject<HTMLInputElement | null> }) {
  const { errors } = form.formState;
  const { ref, ...name } = form.register('customerName');
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <Field label={s.customerName} error={errors.customerName?.message}>
        <Input maxLength={200} autoComplete="off" {...name} ref={joinRefs(ref, nameField)} />
      </Field>
      <Field label={s.customerEmail} optional error={errors.customerEmail?.message}>
        <Input type="email" maxLength={200} autoComplete="off" {...form.register('customerEmail')} />
      </Field>
    </div>
  );
}

export function NotesField({ form }: OrderFieldsProps) {
  return (
    <Field label={s.notes} optional error={form.formState.errors.notes?.message}>
      <Textarea rows={2} maxLength={2000} {...form.register('notes')} />
    </Field>
  );
}

/** Lines left blank are dropped, so that the server's line numbers are those on the screen. */
export function dropBlankLines(form: UseFormReturn<OrderValues>) {
  const lines = form.getValues('items');
  const kept = lines.filter((line) => !isBlank(line));
  if (kept.length > 0 && kept.length < lines.length) form.setValue('items', kept);
}
