import { useWatch } from 'react-hook-form';
import { lines, rulesFor, useCheckedForm } from '@/lib/checked-form';
import { useOnceKey } from '@/lib/once-key';
import { parseWhole } from '@/lib/parse-whole';
import { showToast } from '@/ui/feedback/toast';
import { Checkbox } from '@/ui/form/checkbox';
import { Field } from '@/ui/form/field';
import { FormDialog } from '@/ui/form/form-dialog';
import { Input } from '@/ui/form/input';
import { type Purchase, type PurchaseLine, useReturn } from './api';
import { returnStrings as s } from './strings';

type LineValues = { line: PurchaseLine; quantity: string };
type ReturnValues = { lines: LineValues[]; replace: boolean; notes: string };

const rules = rulesFor<ReturnValues>({
  lines: lines<LineValues>(({ line, quantity }) => {
    const units = quantity.trim() === '' ? 0 : parseWhole(quantity);
    return { quantity: (units !== null && units <= line.received) || s.tooMany(line.received) };
  }),
});

/** What goes back of what came: a broken box, the wrong article. */
export default function ReturnDialog({ purchase, onClose }: { purchase: Purchase; onClose: () => void }) {
  const once = useOnceKey();
  const giveBack = useReturn();
  const received = purchase.lines.filter((line) => line.received > 0);
  const form = useCheckedForm<ReturnValues>(rules, {
    lines: received.map((line) => ({ line, quantity: '' })),
    replace: true,
    notes: '',
  });
  const { errors } = form.formState;
  const replace = useWatch({ control: form.control, name: 'replace' });

  async function submit(values: ReturnValues) {
    const given = values.lines
      .map(({ line, quantity }) => ({
        productId: line.productId,
        purchaseLineId: line.id,
        quantity: parseWhole(quantity) ?? 0,
      }))
      .filter(({ quantity }) => quantity > 0);
    if (given.length === 0) return form.setError('root', { message: s.nothing });
    const notes = values.notes.trim();
    await giveBack.mutateAsync({
      given: {
        supplierId: purchase.supplierId,
        locationId: purchase.locationId,
        replace: values.replace,
        ...(notes !== '' && { notes }),
        lines: given,
      },
      once,
    });
    showToast({ title: s.done, description: purchase.supplier });
    onClose();
  }

  return (
    <FormDialog
      form={form}
      onSubmit={submit}
      onClose={onClose}
      title={s.title(purchase.supplier)}
      description={s.description}
      size="form"
      saveLabel={s.save}
      savingLabel={s.saving}
      failedTitle={s.failed}
    >
      <fieldset>
        <legend className="mb-1.5 text-sm font-semibold">{s.lines}</legend>
        <ul className="ruled rounded-lg border border-line">
          {received.map((line, index) => (
            <li key={line.id} className="flex items-start justify-between gap-3 p-3">
              <div className="min-w-0 leading-tight">
                <p className="font-medium wrap-anywhere">{line.name}</p>
                <p className="num text-xs text-ink-3">
                  <span className="code">{line.sku}</span> · {s.received(line.received)}
                </p>
                {errors.lines?.[index]?.quantity ? (
                  <p className="mt-1 text-sm text-out-fg">{errors.lines[index].quantity.message}</p>
                ) : null}
              </div>
              <span className="w-24 shrink-0">
                <Input
                  integer
                  placeholder="0"
                  aria-label={s.quantityOf(line.name)}
                  {...form.register(`lines.${index}.quantity`)}
                />
              </span>
            </li>
          ))}
        </ul>
      </fieldset>
      <Checkbox
        label={s.replace}
        checked={replace}
        onCheckedChange={(next) => form.setValue('replace', next, { shouldDirty: true })}
      />
      <Field label={s.notes} optional error={errors.notes?.message}>
        <Input maxLength={500} {...form.register('notes')} />
      </Field>
    </FormDialog>
  );
}
