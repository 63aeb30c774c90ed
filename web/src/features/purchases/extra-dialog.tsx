import { useRef } from 'react';
import { useWatch } from 'react-hook-form';
import { useCurrency } from '@/lib/business';
import { passes, rulesFor, useCheckedForm } from '@/lib/checked-form';
import { joinRefs } from '@/lib/join-refs';
import { parseMoney } from '@/lib/money';
import { useOnceKey } from '@/lib/once-key';
import { showToast } from '@/ui/feedback/toast';
import { Field } from '@/ui/form/field';
import { FormDialog } from '@/ui/form/form-dialog';
import { Input } from '@/ui/form/input';
import { MoneyField } from '@/ui/form/money-field';
import { Segmented } from '@/ui/form/segmented';
import { Select } from '@/ui/form/select';
import { type Purchase, useAddExtraCost } from './api';
import { parseRate } from './purchase-form';
import { formStrings, extraStrings as s } from './strings';

type Kind = keyof typeof s.kinds;
type Share = keyof typeof s.shares;
type ExtraValues = { kind: Kind; amount: string; shareBy: Share; rate: string; notes: string };

const rules = rulesFor<ExtraValues>({
  amount: passes<string>((text) => (parseMoney(text) ?? 0) > 0 || s.amountInvalid),
  rate: passes<string>((text) => text.trim() === '' || parseRate(text) !== null || formStrings.rateInvalid),
});

const kinds = Object.entries(s.kinds).map(([value, label]) => ({ value, label }));
const shares = Object.entries(s.shares).map(([value, label]) => ({ value: value as Share, label }));

/** Freight, customs and the like, shared out over what comes. */
export default function ExtraDialog({ purchase, onClose }: { purchase: Purchase; onClose: () => void }) {
  const first = useRef<HTMLInputElement>(null);
  const once = useOnceKey();
  const add = useAddExtraCost();
  const costs = useCurrency('purchase');
  const form = useCheckedForm<ExtraValues>(rules, {
    kind: 'transport',
    amount: '',
    shareBy: 'value',
    rate: purchase.rate === null ? '' : String(purchase.rate).replace('.', ','),
    notes: '',
  });
  const { errors } = form.formState;
  const { ref, ...amount } = form.register('amount');
  const [typed, shareBy] = useWatch({ control: form.control, name: ['amount', 'shareBy'] });

  async function submit({ kind, shareBy: by, rate, notes, amount: text }: ExtraValues) {
    const cost = {
      kind,
      amount: parseMoney(text) ?? 0,
      shareBy: by,
      ...(parseRate(rate) !== null && { rate: parseRate(rate) }),
      ...(notes.trim() !== '' && { notes: notes.trim() }),
    };
    await add.mutateAsync({ id: purchase.id, cost, once });
    showToast({ title: s.done });
    onClose();
  }

  return (
    <FormDialog
      form={form}
      onSubmit={submit}
      onClose={onClose}
      title={s.title}
      description={s.description}
      initialFocus={first}
      saveLabel={s.save}
      savingLabel={s.saving}
      failedTitle={s.failed}
    >
      <div className="grid gap-3 sm:grid-cols-2">
        <MoneyField
          label={s.amount}
          currency={purchase.currency}
          typed={typed}
          error={errors.amount?.message}
          {...amount}
          ref={joinRefs(ref, first)}
        />
        <Field label={s.kind}>
          <Select options={kinds} {...form.register('kind')} />
        </Field>
      </div>
      {costs !== undefined && costs !== purchase.currency ? (
        <Field label={s.rate(purchase.currency, costs)} error={errors.rate?.message}>
          <Input inputMode="decimal" className="num text-right" {...form.register('rate')} />
        </Field>
      ) : null}
      <div>
        <p className="mb-1.5 text-sm font-medium">{s.shareBy}</p>
        <Segmented
          label={s.shareBy}
          segments={shares}
          value={shareBy}
          onValueChange={(next) => form.setValue('shareBy', next, { shouldDirty: true })}
        />
      </div>
      <Field label={s.notes} optional error={errors.notes?.message}>
        <Input maxLength={500} {...form.register('notes')} />
      </Field>
    </FormDialog>
  );
}
