import { useRef } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { mainLocation, useActiveLocations } from '@/features/stock/use-locations';
import { placeFieldErrors } from '@/lib/field-errors';
import { joinRefs } from '@/lib/join-refs';
import { useOnceKey } from '@/lib/once-key';
import { Field } from '@/ui/field';
import { FormDialog } from '@/ui/form-dialog';
import { Input } from '@/ui/input';
import { Select } from '@/ui/select';
import { Textarea } from '@/ui/textarea';
import { showToast } from '@/ui/toast';
import { AddressFields } from './address-fields';
import { type OrderDetail, useCreateOrder } from './api';
import { formStrings as s } from './form-strings';
import { emptyOrder, formField, isBlank, type NewOrderValues, orderOf } from './order-form';
import { OrderLines } from './order-lines';
import { strings } from './strings';

type NewOrderDialogProps = { onClose: () => void; onCreated: (order: OrderDetail) => void };

export default function NewOrderDialog({ onClose, onCreated }: NewOrderDialogProps) {
  const nameField = useRef<HTMLInputElement>(null);
  const once = useOnceKey();
  const create = useCreateOrder();
  const locations = useActiveLocations();
  const form = useForm<NewOrderValues>({ defaultValues: emptyOrder });
  const { errors } = form.formState;
  const locationId = useWatch({ control: form.control, name: 'locationId' });
  const { ref: nameRef, ...name } = form.register('customerName', {
    validate: (text) => text.trim() !== '' || s.customerRequired,
  });

  /** Lines left blank are dropped, so that the server's line numbers are those on the screen. */
  function dropBlankLines() {
    const lines = form.getValues('items');
    const kept = lines.filter((line) => !isBlank(line));
    if (kept.length > 0 && kept.length < lines.length) form.setValue('items', kept);
  }

  async function submit(values: NewOrderValues) {
    const order = await create.mutateAsync({ order: orderOf(values), once });
    showToast({
      title: s.created(order.orderNumber),
      ...(order.shortage > 0 && { description: strings.shortage(order.shortage) }),
    });
    onCreated(order);
  }

  return (
    <FormDialog
      form={form}
      onBeforeSubmit={dropBlankLines}
      onSubmit={submit}
      placeErrors={(refused, error) => placeFieldErrors(refused, error, formField)}
      onClose={onClose}
      title={s.title}
      description={s.description}
      size="form"
      initialFocus={nameField}
      saveLabel={s.save}
      savingLabel={s.saving}
      failedTitle={s.failed}
    >
      <div className="grid gap-3 sm:grid-cols-2">
        <Field label={s.customerName} error={errors.customerName?.message}>
          <Input maxLength={200} autoComplete="off" {...name} ref={joinRefs(nameRef, nameField)} />
        </Field>
        <Field label={s.customerEmail} optional error={errors.customerEmail?.message}>
          <Input type="email" maxLength={200} autoComplete="off" {...form.register('customerEmail')} />
        </Field>
      </div>
      {locations.length > 1 ? (
        <Field label={s.location} error={errors.locationId?.message}>
          <Select
            options={locations.map(({ id, name: label }) => ({ value: String(id), label }))}
            {...form.register('locationId')}
            value={locationId || String(mainLocation(locations)?.id ?? '')}
          />
        </Field>
      ) : null}
      <OrderLines form={form} />
      <AddressFields form={form} />
      <Field label={s.notes} optional error={errors.notes?.message}>
        <Textarea rows={2} maxLength={2000} {...form.register('notes')} />
      </Field>
    </FormDialog>
  );
}
