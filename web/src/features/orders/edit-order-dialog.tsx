import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { isOvertaken } from '@/lib/api-error';
import { useCheckedForm } from '@/lib/checked-form';
import { placeFieldErrors } from '@/lib/field-errors';
import { Notice } from '@/ui/feedback/states';
import { showToast } from '@/ui/feedback/toast';
import { FormDialog } from '@/ui/form/form-dialog';
import { addressLines } from './address';
import { AddressFields } from './address-fields';
import { type OrderDetail, orderQuery, useChangeOrder } from './api';
import { editStrings as s } from './form-strings';
import { cameFromShop, changeOf, hasOpenLines, isOpen, mergeTyped, valuesOf } from './order-change';
import { CustomerFields, dropBlankLines, NotesField } from './order-fields';
import { formField, type OrderValues, orderRules } from './order-form';
import { OrderLines } from './order-lines';

type EditOrderDialogProps = { order: OrderDetail; onClose: () => void };

/** Everything of an order that its status still lets people write. */
export default function EditOrderDialog({ order, onClose }: EditOrderDialogProps) {
  const nameField = useRef<HTMLInputElement>(null);
  const queryClient = useQueryClient();
  const save = useChangeOrder();
  const [seen, setSeen] = useState(order);
  const [outcome, setOutcome] = useState<'overtaken' | 'same' | null>(null);
  const form = useCheckedForm(orderRules({ customer: isOpen(seen), lines: hasOpenLines(seen) }), valuesOf(order));

  async function submit(values: OrderValues) {
    setOutcome(null);
    const change = changeOf(seen, values);
    if (Object.keys(change).length === 0) {
      setOutcome('same');
      return;
    }
    try {
      const { orderNumber } = await save.mutateAsync({ seen, change });
      showToast({ title: s.saved(orderNumber) });
      onClose();
    } catch (error) {
      if (!isOvertaken(error)) throw error;
      await takeCurrent(values);
    }
  }

  /** From here on the form speaks about the order as it is now, with what was typed on top. */
  async function takeCurrent(typed: OrderValues) {
    const current = await queryClient.fetchQuery({ ...orderQuery(seen.id), staleTime: 0 });
    form.reset(valuesOf(current));
    for (const [part, value] of Object.entries(mergeTyped(seen, typed, current))) {
      form.setValue(part as keyof OrderValues, value, { shouldDirty: true });
    }
    setSeen(current);
    setOutcome('overtaken');
  }

  const open = isOpen(seen);
  return (
    <FormDialog
      form={form}
      onBeforeSubmit={() => dropBlankLines(form)}
      onSubmit={submit}
      placeErrors={(refused, error) => placeFieldErrors(refused, error, formField)}
      onClose={onClose}
      title={s.title(seen.orderNumber)}
      description={descriptionOf(seen)}
      size="form"
      {...(open && { initialFocus: nameField })}
      saveLabel={s.save}
      savingLabel={s.saving}
      failedTitle={s.failed}
    >
      {open ? <CustomerFields form={form} nameField={nameField} /> : null}
      {hasOpenLines(seen) ? <OrderLines form={form} currency={seen.currency} /> : null}
      {open ? <AddressFields form={form} open={addressLines(seen.shippingAddress).length > 0} /> : null}
      <NotesField form={form} />
      <Outcome outcome={outcome} />
    </FormDialog>
  );
}

function descriptionOf(order: OrderDetail): string {
  if (!isOpen(order)) return s.onlyNotes;
  if (hasOpenLines(order)) return s.linesOpen;
  return cameFromShop(order) ? s.linesOfShop : s.linesPacked;
}

function Outcome({ outcome }: { outcome: 'overtaken' | 'same' | null }) {
  if (outcome === null) return null;
  if (outcome === 'same') return <Notice tone="info">{s.nothingChanged}</Notice>;
  return (
    <Notice tone="low" title={s.overtakenTitle}>
      {s.overtakenText}
    </Notice>
  );
}
