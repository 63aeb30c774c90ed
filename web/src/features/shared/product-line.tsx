import type { KeyboardEvent, ReactNode, Ref } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { cn } from '@/lib/cn';
import { Field } from '@/ui/form/field';
import { Input } from '@/ui/form/input';
import { MoneyField } from '@/ui/form/money-field';
import type { Product } from './api';
import { ProductPicker } from './product-picker';

type OnKey = (event: KeyboardEvent<HTMLInputElement>) => void;

/** Enter goes on to the next line, as one types down a delivery note; behind the last one it begins another. */
export function goesOn(
  index: number,
  count: number,
  lines: { add: () => void; focus: (index: number) => void },
): OnKey {
  return (event) => {
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    if (index === count - 1) lines.add();
    else lines.focus(index + 1);
  };
}

type LineField = { label: string; error: string | undefined; field: UseFormRegisterReturn };
type LinePrice = LineField & { currency: string | undefined; typed: string };

type ProductLineProps = {
  /** Which product it is: a field, or one that stays. */
  product: ReactNode;
  quantity: LineField;
  /** What one unit costs or is sold for; null for those who may not know. */
  price: LinePrice | null;
  onKeyDown: OnKey;
};

/** A line of a form: a product, how many of it, and for how much. */
export function ProductLine({ product, quantity, price, onKeyDown }: ProductLineProps) {
  return (
    <div
      className={cn('grid grid-cols-2 gap-3', price ? 'sm:grid-cols-[1fr_6.5rem_9rem]' : 'sm:grid-cols-[1fr_6.5rem]')}
    >
      {product}
      <Field label={quantity.label} error={quantity.error}>
        <Input integer placeholder="0" onKeyDown={onKeyDown} {...quantity.field} />
      </Field>
      {price ? (
        <MoneyField
          label={price.label}
          currency={price.currency}
          typed={price.typed}
          error={price.error}
          placeholder="0,00"
          onKeyDown={onKeyDown}
          {...price.field}
        />
      ) : null}
    </div>
  );
}

type LineProductProps = {
  label: string;
  error: string | undefined;
  name: string;
  value: Product | null;
  onValueChange: (product: Product | null) => void;
  /** The form moves the focus here by itself, after adding a line or finding it wrong. */
  ref: Ref<HTMLInputElement>;
};

export function LineProduct({ label, error, ...picker }: LineProductProps) {
  return (
    <Field label={label} error={error} className="max-sm:col-span-2">
      <ProductPicker {...picker} />
    </Field>
  );
}
