import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { moneyText, parseMoney } from '@/lib/money';
import { Field } from './field';
import { Input } from './input';
import { MoneyField } from './money-field';

type RangeTextProps = {
  value: number | undefined;
  write: (value: number) => string;
  read: (text: string) => number | null;
  onChange: (value: number | undefined) => void;
};

type BoxProps = {
  label: string;
  /** Of the field with its label. */
  className?: string;
  /** Of the box alone. */
  inputClassName?: string;
};

const restMs = 400;

/** One end of a range. It waits for the fingers to rest, and keeps a text it cannot read out of the address. */
function useRangeText({ value, write, read, onChange }: RangeTextProps) {
  const [text, setText] = useState(value === undefined ? '' : write(value));
  const [seen, setSeen] = useState(value);
  const wanted = text.trim() === '' ? undefined : (read(text) ?? value);
  // «Limpiar Todo» and the back button empty the field; one's own typing arrives here as it was meant.
  if (value !== seen) {
    setSeen(value);
    if (value !== wanted) setText(value === undefined ? '' : write(value));
  }

  const tell = useEffectEvent(() => onChange(wanted));
  useEffect(() => {
    if (wanted === value) return;
    const timer = setTimeout(() => tell(), restMs);
    return () => clearTimeout(timer);
  }, [wanted, value]);
  return [text, setText] as const;
}

export function RangeInput({ label, className, inputClassName, ...range }: RangeTextProps & BoxProps): ReactNode {
  const [text, setText] = useRangeText(range);
  return (
    <Field label={label} {...(className !== undefined && { className })}>
      <Input integer value={text} className={inputClassName} onChange={(event) => setText(event.target.value)} />
    </Field>
  );
}

type MoneyRangeProps = Pick<RangeTextProps, 'value' | 'onChange'> & BoxProps & { currency: string | undefined };

/** The same of an amount of money. */
export function MoneyRange({ currency, value, onChange, ...box }: MoneyRangeProps): ReactNode {
  const write = (amount: number) => moneyText(amount, currency);
  const [text, setText] = useRangeText({ value, onChange, write, read: parseMoney });
  return (
    <MoneyField
      {...box}
      currency={currency}
      typed={text}
      value={text}
      onChange={(event) => setText(event.target.value)}
    />
  );
}
