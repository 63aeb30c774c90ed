import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Controller } from 'react-hook-form';
import { type Product, productQuery } from '@/features/shared/api';
import { ProductOvertaken } from '@/features/shared/update-product';
import { useCheckedForm } from '@/lib/checked-form';
import { joinRefs } from '@/lib/join-refs';
import { Notice } from '@/ui/feedback/states';
import { showToast } from '@/ui/feedback/toast';
import { Checkbox } from '@/ui/form/checkbox';
import { Field } from '@/ui/form/field';
import { FormDialog } from '@/ui/form/form-dialog';
import { Input } from '@/ui/form/input';
import { WaitingDialog } from './adjust-forecast';
import { useConfigure } from './api';
import { agreesOn, type ConfigureValues, changeOf, configureRules, type NumberName, valuesOf } from './configure';
import { configureStrings as s } from './strings';

type ConfigureDialogProps = { productId: number; onClose: () => void };

export default function ConfigureDialog({ productId, onClose }: ConfigureDialogProps) {
  const { data, error, refetch } = useQuery(productQuery(productId));
  if (data) return <Configure product={data} onClose={onClose} />;
  return <WaitingDialog title={s.title} error={error} onRetry={() => void refetch()} onClose={onClose} />;
}

type NumberField = { name: NumberName; label: string; hint?: string; optional?: boolean };

const fields: NumberField[] = [
  { name: 'alertDays', label: s.alertDays, hint: s.alertDaysHint },
  { name: 'minStock', label: s.minStock, optional: true },
  { name: 'maxStock', label: s.maxStock, hint: s.maxStockHint, optional: true },
  { name: 'leadDays', label: s.leadDays, hint: s.leadDaysHint, optional: true },
  { name: 'packSize', label: s.packSize, hint: s.packSizeHint, optional: true },
  { name: 'serviceLevel', label: s.serviceLevel, hint: s.serviceLevelHint, optional: true },
];

function Configure({ product, onClose }: { product: Product; onClose: () => void }) {
  const first = useRef<HTMLInputElement>(null);
  // What was read when the dialog opened: a change elsewhere must be noticed, not overwritten.
  const [seen, setSeen] = useState(product);
  const [overtaken, setOvertaken] = useState(false);
  const configure = useConfigure();
  const form = useCheckedForm(configureRules, valuesOf(seen));
  // dirtyFields is read so that a reset that keeps what was typed knows what that is.
  const { errors, dirtyFields: _ } = form.formState;

  async function submit(values: ConfigureValues) {
    setOvertaken(false);
    const change = changeOf(seen, values);
    try {
      if (Object.keys(change).length > 0) await configure.mutateAsync({ seen, change, sameAt: agreesOn(change) });
      showToast({ title: s.done, description: s.doneText(seen.name) });
      onClose();
    } catch (error) {
      if (!(error instanceof ProductOvertaken)) throw error;
      takeCurrent(error.current);
    }
  }

  /** Untouched fields take what another user saved; the others keep what was typed. */
  function takeCurrent(current: Product) {
    setSeen(current);
    form.reset(valuesOf(current), { keepDirtyValues: true });
    setOvertaken(true);
  }

  return (
    <FormDialog
      form={form}
      onSubmit={submit}
      onClose={onClose}
      title={s.title}
      description={
        <>
          {seen.name} · <span className="code inline-block">{seen.sku}</span>
        </>
      }
      size="form"
      initialFocus={first}
      saveLabel={s.save}
      savingLabel={s.saving}
      failedTitle={s.failed}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        {fields.map(({ name, label, hint, optional }, index) => {
          const { ref, ...registered } = form.register(name);
          return (
            <Field
              key={name}
              label={label}
              error={errors[name]?.message}
              {...(hint !== undefined && { hint })}
              {...(optional && { optional })}
            >
              <Input integer {...registered} ref={index === 0 ? joinRefs(ref, first) : ref} />
            </Field>
          );
        })}
      </div>
      <Controller
        control={form.control}
        name="alertBlocked"
        render={({ field }) => <Checkbox label={s.blocked} checked={field.value} onCheckedChange={field.onChange} />}
      />
      {overtaken ? <Notice tone="low">{s.changed}</Notice> : null}
    </FormDialog>
  );
}
