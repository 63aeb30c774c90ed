import { useState } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import { lines, rulesFor, useCheckedForm, type Verdict } from '@/lib/checked-form';
import { placeFieldErrors } from '@/lib/field-errors';
import { useOnceKey } from '@/lib/once-key';
import { parseWhole } from '@/lib/parse-whole';
import { Notice } from '@/ui/feedback/states';
import { showToast } from '@/ui/feedback/toast';
import { Checkbox } from '@/ui/form/checkbox';
import { Field } from '@/ui/form/field';
import { FormDialog } from '@/ui/form/form-dialog';
import { Input } from '@/ui/form/input';
import { type OrderDetail, type OrderItem, useRefundOrder } from './api';
import { refundStrings as s } from './form-strings';
import { isOpen } from './order-change';
import { emptyRefund, type RefundValues, refundable, refundConsequences, refundField, refundOf } from './order-refund';

type RefundDialogProps = { order: OrderDetail; onClose: () => void; onRefunded: () => void };

/** A part of an order is given up before it leaves, or comes back afterwards. */
export default function RefundDialog({ order: shown, onClose, onRefunded }: RefundDialogProps) {
  // Lines that change behind the form must not slip under the numbers typed beside others.
  const [order] = useState(shown);
  const once = useOnceKey();
  const save = useRefundOrder();
  const form = useCheckedForm(refundRules(order), emptyRefund(order));
  const texts = isOpen(order) ? s.giveUp : s.giveBack;

  async function submit(values: RefundValues) {
    const lines = refundOf(order, values);
    if (lines.length === 0) {
      form.setError('root', { message: s.nothingChosen });
      return;
    }
    // The same choice sent again after a lost answer counts once.
    const refund = { key: once.headersFor(lines)['Idempotency-Key'], lines };
    await save.mutateAsync({ id: order.id, refund });
    showToast({ title: texts.done(lines.reduce((sum, { quantity }) => sum + quantity, 0)) });
    onRefunded();
  }

  return (
    <FormDialog
      form={form}
      onSubmit={submit}
      placeErrors={(refused, error) =>
        placeFieldErrors(refused, error, (field) => refundField(order, refused.getValues(), field))
      }
      onClose={onClose}
      title={texts.title(order.orderNumber)}
      description={texts.description}
      saveLabel={texts.save}
      savingLabel={s.saving}
      failedTitle={texts.failed}
    >
      <ul aria-label={s.lines} className="ruled rounded-lg border border-line">
        {order.items.map((item, index) =>
          refundable(item) > 0 ? (
            <li key={item.id} className="p-3">
              <Line form={form} index={index} item={item} open={isOpen(order)} />
            </li>
          ) : null,
        )}
      </ul>
      <Consequences form={form} order={order} />
    </FormDialog>
  );
}

/** Nothing typed is nothing chosen. */
function checkQuantity(text: string, most: number): Verdict {
  if (text.trim() === '') return true;
  const quantity = parseWhole(text);
  if (quantity === null) return s.quantityInvalid;
  return quantity <= most || s.atMost(most);
}

/** Each line gives up or takes back as much as there is of it. */
function refundRules({ items }: OrderDetail) {
  return rulesFor<RefundValues>({
    lines: lines<RefundValues['lines'][number]>((line, index) => {
      const item = items[index];
      return { quantity: item ? checkQuantity(line.quantity, refundable(item)) : true };
    }),
  });
}

type LineProps = { form: UseFormReturn<RefundValues>; index: number; item: OrderItem; open: boolean };

function Line({ form, index, item, open }: LineProps) {
  const restock = useWatch({ control: form.control, name: `lines.${index}.restock` });
  const another = useWatch({ control: form.control, name: `lines.${index}.another` });
  const most = refundable(item);
  return (
    <div className="grid grid-cols-[1fr_8rem] items-start gap-x-3 gap-y-2">
      <div className="min-w-0 leading-tight">
        <p className="font-medium wrap-anywhere">{item.productName}</p>
        <p className="code text-ink-3">{item.productSku}</p>
        {open || item.productId === null ? null : (
          <Checkbox
            label={s.restock}
            className="mt-2"
            checked={restock}
            onCheckedChange={(checked) => form.setValue(`lines.${index}.restock`, checked, { shouldDirty: true })}
          />
        )}
        {item.toldByShop === 0 ? null : (
          <Checkbox
            label={s.another(item.toldByShop)}
            className="mt-2"
            checked={another === true}
            onCheckedChange={(checked) => form.setValue(`lines.${index}.another`, checked, { shouldDirty: true })}
          />
        )}
      </div>
      <Field label={s.quantity} hint={s.atMost(most)} error={form.formState.errors.lines?.[index]?.quantity?.message}>
        <Input integer placeholder="0" {...form.register(`lines.${index}.quantity`)} />
      </Field>
    </div>
  );
}

/** Said before it happens, while the numbers are typed. */
function Consequences({ form, order }: { form: UseFormReturn<RefundValues>; order: OrderDetail }) {
  const lines = useWatch({ control: form.control, name: 'lines' });
  const texts = refundConsequences(order, { lines });
  if (texts.length === 0) return null;
  return (
    <Notice tone="info">
      {texts.map((text) => (
        <p key={text}>{text}</p>
      ))}
    </Notice>
  );
}
