import { type UseFormReturn, useFieldArray, useWatch } from 'react-hook-form';
import type { Product } from '@/features/shared/api';
import { goesOn, LineProduct, ProductLine } from '@/features/shared/product-line';
import { formatMoney } from '@/lib/format';
import { moneyText } from '@/lib/money';
import { LineList } from '@/ui/form/line-list';
import type { OrderItem } from './api';
import { formStrings as s } from './form-strings';
import { emptyLine, lackingAt, type OrderValues, sumOf } from './order-form';

type OrderLinesProps = {
  form: UseFormReturn<OrderValues>;
  /** That of the order: a new one is in the currency of sales. */
  currency: string | undefined;
};

export function OrderLines({ form, currency }: OrderLinesProps) {
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
      sum={<Sum form={form} currency={currency} />}
      renderLine={(index) => (
        <Line form={form} currency={currency} index={index} onKeyDown={goesOn(index, fields.length, { add, focus })} />
      )}
    />
  );
}

type LineProps = OrderLinesProps & {
  index: number;
  onKeyDown: ReturnType<typeof goesOn>;
};

function Line({ form, currency, index, onKeyDown }: LineProps) {
  const errors = form.formState.errors.items?.[index];
  const { productId: product, kept, unitPrice } = useWatch({ control: form.control, name: `items.${index}` });
  const { ref } = form.register(`items.${index}.productId`);

  function choose(chosen: Product | null) {
    form.setValue(`items.${index}.productId`, chosen, { shouldDirty: true });
    form.clearErrors(`items.${index}.productId`);
    if (!chosen) return;
    if (chosen.price !== null) {
      form.setValue(`items.${index}.unitPrice`, moneyText(chosen.price, currency));
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
          currency,
          typed: unitPrice,
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
function LackingNote({ form, index }: Pick<LineProps, 'form' | 'index'>) {
  const lacking = lackingAt(useWatch({ control: form.control, name: 'items' }), index);
  return (
    <p aria-live="polite" className="num text-sm text-crit-fg not-empty:mt-2">
      {lacking ? s.lacking(lacking.available, lacking.lacking) : null}
    </p>
  );
}

function Sum({ form, currency }: OrderLinesProps) {
  const lines = useWatch({ control: form.control, name: 'items' });
  const { units, total } = sumOf(lines);
  return (
    <p aria-live="polite" className="num text-sm text-ink-2">
      {s.sum(lines.length, units)}
      {currency ? (
        <>
          {' · '}
          <span className="font-semibold text-ink">{formatMoney(total, currency)}</span>
        </>
      ) : null}
    </p>
  );
}
