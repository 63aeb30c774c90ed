import { useQuery } from '@tanstack/react-query';
import type { KeyboardEvent, RefObject } from 'react';
import { type UseFormReturn, useFieldArray, useWatch } from 'react-hook-form';
import type { Product } from '@/features/shared/api';
import { ProductPicker } from '@/features/shared/product-picker';
import { businessQuery } from '@/lib/business';
import { cn } from '@/lib/cn';
import { formatMoney } from '@/lib/format';
import { joinRefs } from '@/lib/join-refs';
import { useCan } from '@/lib/permissions';
import { Field } from '@/ui/form/field';
import { Input } from '@/ui/form/input';
import { LineList } from '@/ui/form/line-list';
import { emptyLine, type NewEntryValues, sumOf } from './entry-form';
import { formStrings as s } from './strings';

type EntryLinesProps = {
  form: UseFormReturn<NewEntryValues>;
  firstProduct: RefObject<HTMLInputElement | null>;
};

export function EntryLines({ form, firstProduct }: EntryLinesProps) {
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'lines' });
  const withCosts = useCan('costs.edit');

  /** Enter goes on to the next product, as one types down a delivery note. */
  function goOn(event: KeyboardEvent<HTMLInputElement>, index: number) {
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    if (index === fields.length - 1) append(emptyLine, { focusName: `lines.${index + 1}.productId` });
    else form.setFocus(`lines.${index + 1}.quantity`);
  }

  return (
    <LineList
      legend={s.lines}
      ids={fields.map(({ id }) => id)}
      addLabel={s.addLine}
      removeLabel={s.removeLine}
      onAdd={() => append(emptyLine, { focusName: `lines.${fields.length}.productId` })}
      onRemove={remove}
      sum={<Sum form={form} withCosts={withCosts} />}
      renderLine={(index) => (
        <Line
          form={form}
          index={index}
          withCosts={withCosts}
          {...(index === 0 && { productField: firstProduct })}
          onEnter={(event) => goOn(event, index)}
        />
      )}
    />
  );
}

type LineProps = {
  form: UseFormReturn<NewEntryValues>;
  index: number;
  withCosts: boolean;
  productField?: RefObject<HTMLInputElement | null>;
  onEnter: (event: KeyboardEvent<HTMLInputElement>) => void;
};

function Line({ form, index, withCosts, productField, onEnter }: LineProps) {
  const errors = form.formState.errors.lines?.[index];
  const product = useWatch({ control: form.control, name: `lines.${index}.productId` });
  const { ref } = form.register(`lines.${index}.productId`);

  function choose(chosen: Product | null) {
    form.setValue(`lines.${index}.productId`, chosen, { shouldDirty: true });
    form.clearErrors(`lines.${index}.productId`);
    if (chosen) form.setFocus(`lines.${index}.quantity`);
  }

  return (
    <div
      className={cn(
        'grid grid-cols-2 gap-3',
        withCosts ? 'sm:grid-cols-[1fr_6.5rem_8rem]' : 'sm:grid-cols-[1fr_6.5rem]',
      )}
    >
      <Field label={s.product} error={errors?.productId?.message} className="max-sm:col-span-2">
        <ProductPicker
          name={`lines.${index}.productId`}
          value={product}
          onValueChange={choose}
          // The form moves the focus here by itself, after adding a line or finding it wrong.
          ref={productField ? joinRefs(ref, productField) : ref}
        />
      </Field>
      <Field label={s.quantity} error={errors?.quantity?.message}>
        <Input integer placeholder="0" onKeyDown={onEnter} {...form.register(`lines.${index}.quantity`)} />
      </Field>
      {withCosts ? (
        <Field label={s.unitCost} error={errors?.unitCost?.message}>
          <Input
            inputMode="decimal"
            autoComplete="off"
            placeholder="0,00"
            className="num text-right"
            onKeyDown={onEnter}
            {...form.register(`lines.${index}.unitCost`)}
          />
        </Field>
      ) : null}
    </div>
  );
}

function Sum({ form, withCosts }: { form: UseFormReturn<NewEntryValues>; withCosts: boolean }) {
  const { data: business } = useQuery(businessQuery);
  const lines = useWatch({ control: form.control, name: 'lines' });
  const { units, cost } = sumOf(lines);
  return (
    <p aria-live="polite" className="num text-sm text-ink-2">
      {s.sum(lines.length, units)}
      {withCosts && cost !== null && business ? ` · ${formatMoney(cost, business.purchaseCurrency)}` : null}
    </p>
  );
}
