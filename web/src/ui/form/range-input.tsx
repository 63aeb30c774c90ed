import { useEffect, useEffectEvent, useState } from 'react';
import { Field } from './field';
import { Input } from './input';

type RangeInputProps = {
  label: string;
  value: number | undefined;
  write: (value: number) => string;
  read: (text: string) => number | null;
  onChange: (value: number | undefined) => void;
  decimal?: boolean;
  /** Of the field with its label. */
  className?: string;
  /** Of the box alone. */
  inputClassName?: string;
};

const restMs = 400;

/** One end of a range. It waits for the fingers to rest, and keeps a text it cannot read out of the address. */
export function RangeInput(props: RangeInputProps) {
  const { label, value, write, read, onChange, decimal = false, className, inputClassName } = props;
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

  return (
    <Field label={label} {...(className !== undefined && { className })}>
      <Input
        integer
        inputMode={decimal ? 'decimal' : 'numeric'}
        value={text}
        className={inputClassName}
        onChange={(event) => setText(event.target.value)}
      />
    </Field>
  );
}
