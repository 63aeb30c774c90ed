import { useRef } from 'react';
import { LocationField } from '@/features/shared/location-field';
import { useCurrency } from '@/lib/business';
import { useCheckedForm } from '@/lib/checked-form';
import { placeFieldErrors } from '@/lib/field-errors';
import { useOnceKey } from '@/lib/once-key';
import { showToast } from '@/ui/feedback/toast';
import { FormDialog } from '@/ui/form/form-dialog';
import { AddressFields } from './address-fields';
import { type OrderDetail, useCreateOrder } from './api';
import { formStrings as s } from './form-strings';
import { CustomerFields, dropBlankLines, NotesField } from './order-fields';
import { emptyOrder, formField, type OrderValues, orderOf, orderRules } from './order-form';
import { OrderLines } from './order-lines';
import { strings } from './strings';

type NewOrderDialogProps = { onClose: () => void; onCreated: (order: OrderDetail) => void };

export default function NewOrderDialog({ onClose, onCreated }: NewOrderDialogProps) {
  const nameField = useRef<HTMLInputElement>(null);
  const once = useOnceKey();
  const create = useCreateOrder();
  const currency = useCurrency('sales');
  const form = useCheckedForm(orderRules({ customer: true, lines: true }), emptyOrder);

  async function submit(values: OrderValues) {
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
      onBeforeSubmit={() => dropBlankLines(form)}
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
      <CustomerFields form={form} nameField={nameField} />
      <LocationField form={form} label={s.location} />
      <OrderLines form={form} currency={currency} />
      <AddressFields form={form} />
      <NotesField form={form} />
    </FormDialog>
  );
}
