import { useQuery } from '@tanstack/react-query';
import { type UseFormReturn, useFieldArray, useWatch } from 'react-hook-form';
import type { Product } from '@/features/shared/api';
import { goesOn, LineProduct, ProductLine } from '@/features/shared/product-line';
import { businessQuery } from '@/lib/business';
import { formatMoney } from '@/lib/format';
import { decimalText } from '@/lib/parse-decimal';
import { LineList } from '@/ui/form/line-list';
import type { OrderItem } from './api';
import { formStrings as s } from './form-strings';
import { emptyLine, lackingAt, type OrderValues, sumOf } from './order-form';

type OrderLinesProps = { form: UseFormReturn<OrderValues> };

export function OrderLines({ form }: OrderLinesProps) {
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'items' });
  const add = () => append(emptyLine, { focusName: `items.${fields.length}.productId` });

  const focus = (index: number) => form.setFocus(`items.${index}.quantity`);

  return (
    <LineList
      legend={s.lines}
      ids={fields.map(({ id }) => id)}
      addLabel={s.addLine}
      removeLabel={s.removeLine}
      onAdd={add}
      onRemove={remove}
      sum={<Sum form={form} />}
      renderLine={(index) => (
        <Line form={form} index={index} onKeyDown={goesOn(index, fields.length, { add, focus })} />
      )}
    />
  );
}

type LineProps = OrderLinesProps & {
  index: number;
  onKeyDown: ReturnType<typeof goesOn>;
};

function Line({ form, index, onKeyDown }: LineProps) {
  const errors = form.formState.errors.items?.[index];
  const { productId: product, kept } = useWatch({ control: form.control, name: `items.${index}` });
  const { ref } = form.register(`items.${index}.productId`);

  function choose(chosen: Product | null) {
    form.setValue(`items.${index}.productId`, chosen, { shouldDirty: true });
    form.clearErrors(`items.${index}.productId`);
    if (!chosen) return;
    if (chosen.price !== null) {
      form.setValue(`items.${index}.unitPrice`, decimalText(chosen.price));
      form.clearErrors(`items.${index}.unitPrice`);
    }
    form.setFocus(`items.${index}.quantity`);
  }

  return (
    <>
      <ProductLine
        product={
          kept ? (
            <KeptProduct item={kept} error={errors?.productId?.message} />
          ) : (
            <LineProduct
              label={s.product}
              error={errors?.productId?.message}
              name={`items.${index}.productId`}
              value={product}
              onValueChange={choose}
              ref={ref}
            />
          )
        }
        quantity={{
          label: s.quantity,
          error: errors?.quantity?.message,
          field: form.register(`items.${index}.quantity`),
        }}
        price={{
          label: s.unitPrice,
          error: errors?.unitPrice?.message,
          field: form.register(`items.${index}.unitPrice`),
        }}
        onKeyDown={onKeyDown}
      />
      <LackingNote form={form} index={index} />
    </>
  );
}

/** Another product is another line: this one can be taken away. */
function KeptProduct({ item, error }: { item: OrderItem; error: string | undefined }) {
  return (
    <div className="min-w-0 self-center leading-tight max-sm:col-span-2">
      <p className="font-medium wrap-anywhere">{item.productName}</p>
      <p className="code text-ink-3">{item.productSku}</p>
      {error === undefined ? null : <p className="mt-1 text-sm text-out-fg">{error}</p>}
    </div>
  );
}

/** An order is never refused for lack of stock, but nobody should promise it unawares. */
function LackingNote({ form, index }: OrderLinesProps & { index: number }) {
  const lacking = lackingAt(useWatch({ control: form.control, name: 'items' }), index);
  return (
    <p aria-live="polite" className="num text-sm text-crit-fg not-empty:mt-2">
      {lacking ? s.lacking(lacking.available, lacking.lacking) : null}
    </p>
  );
}

function Sum({ form }: OrderLinesProps) {
  const { data: business } = useQuery(businessQuery);
  const lines = useWatch({ control: form.control, name: 'items' });
  const { units, total } = sumOf(lines);
  return (
    <p aria-live="polite" className="num text-sm text-ink-2">
      {s.sum(lines.length, units)}
      {business ? (
        <>
          {' · '}
          <span className="font-semibold text-ink">{formatMoney(total, business.salesCurrency)}</span>
        </>
      ) : null}
    </p>
  );
}
