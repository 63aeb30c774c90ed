import type { RefObject } from 'react';
import { type UseFormReturn, useFieldArray, useWatch } from 'react-hook-form';
import type { Product } from '@/features/shared/api';
import { goesOn, LineProduct, ProductLine } from '@/features/shared/product-line';
import { useCurrency } from '@/lib/business';
import { formatMoney } from '@/lib/format';
import { joinRefs } from '@/lib/join-refs';
import { useCan } from '@/lib/permissions';
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

  const add = () => append(emptyLine, { focusName: `lines.${fields.length}.productId` });
  const focus = (index: number) => form.setFocus(`lines.${index}.quantity`);

  return (
    <LineList
      legend={s.lines}
      ids={fields.map(({ id }) => id)}
      addLabel={s.addLine}
      removeLabel={s.removeLine}
      onAdd={add}
      onRemove={remove}
      sum={<Sum form={form} withCosts={withCosts} />}
      renderLine={(index) => (
        <Line
          form={form}
          index={index}
          withCosts={withCosts}
          {...(index === 0 && { productField: firstProduct })}
          onKeyDown={goesOn(index, fields.length, { add, focus })}
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
  onKeyDown: ReturnType<typeof goesOn>;
};

function Line({ form, index, withCosts, productField, onKeyDown }: LineProps) {
  const errors = form.formState.errors.lines?.[index];
  const currency = useCurrency('purchase');
  const { productId: product, unitCost } = useWatch({ control: form.control, name: `lines.${index}` });
  const { ref } = form.register(`lines.${index}.productId`);

  function choose(chosen: Product | null) {
    form.setValue(`lines.${index}.productId`, chosen, { shouldDirty: true });
    form.clearErrors(`lines.${index}.productId`);
    if (chosen) form.setFocus(`lines.${index}.quantity`);
  }

  return (
    <ProductLine
      product={
        <LineProduct
          label={s.product}
          error={errors?.productId?.message}
          name={`lines.${index}.productId`}
          value={product}
          onValueChange={choose}
          ref={productField ? joinRefs(ref, productField) : ref}
        />
      }
      quantity={{
        label: s.quantity,
        error: errors?.quantity?.message,
        field: form.register(`lines.${index}.quantity`),
      }}
      price={
        withCosts
          ? {
              label: s.unitCost,
              currency,
              typed: unitCost,
              error: errors?.unitCost?.message,
              field: form.register(`lines.${index}.unitCost`),
            }
          : null
      }
      onKeyDown={onKeyDown}
    />
  );
}

function Sum({ form, withCosts }: { form: UseFormReturn<NewEntryValues>; withCosts: boolean }) {
  const currency = useCurrency('purchase');
  const lines = useWatch({ control: form.control, name: 'lines' });
  const { units, cost } = sumOf(lines);
  return (
    <p aria-live="polite" className="num text-sm text-ink-2">
      {s.sum(lines.length, units)}
      {withCosts && cost !== null && currency ? ` · ${formatMoney(cost, currency)}` : null}
    </p>
  );
}
