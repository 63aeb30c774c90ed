import type { ComponentProps } from 'react';
import { cn } from '@/lib/cn';
import { moneyDigits } from '@/lib/format';
import { currencySign, hasTwoReadings, parseMoney, readMoney } from '@/lib/money';
import { strings } from '@/ui/strings';
import { Field } from './field';
import { Input } from './input';

type MoneyFieldProps = Omit<ComponentProps<typeof Input>, 'integer' | 'className'> & {
  label: string;
  /** The currency that the amount is in; the label says it. */
  currency: string | undefined;
  /** What stands in the field, which the form keeps. */
  typed: string;
  error?: string | undefined;
  optional?: boolean;
  /** Of the field with its label. */
  className?: string;
  /** Of the box alone. */
  inputClassName?: string | undefined;
};

/** An amount of money: how a text that can be read two ways was read is said before it is saved. */
export function MoneyField(props: MoneyFieldProps) {
  const { label, currency, typed, error, optional = false, className, inputClassName, ...input } = props;
  const amount = currency !== undefined && hasTwoReadings(typed, currency) ? parseMoney(typed) : null;
  return (
    <Field
      label={currency === undefined ? label : `${label} (${currencySign(currency)})`}
      optional={optional}
      error={error}
      {...(amount !== null && currency !== undefined && { hint: strings.readAs(readMoney(amount, currency)) })}
      {...(className !== undefined && { className })}
    >
      <Input
        inputMode={currency !== undefined && moneyDigits(currency) === 0 ? 'numeric' : 'decimal'}
        autoComplete="off"
        className={cn('num text-right', inputClassName)}
        onFocus={(event) => event.currentTarget.select()}
        {...input}
      />
    </Field>
  );
}
