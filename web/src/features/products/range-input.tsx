import { useEffect, useEffectEvent, useState } from 'react';
import { Field } from '@/ui/field';
import { Input } from '@/ui/input';

type RangeInputProps = {
  label: string;
  value: number | undefined;
  write: (value: number) => string;
  read: (text: string) => number | null;
  onChange: (value: number | undefined) => void;
  decimal?: boolean;
};

const restMs = 400;

/** One end of a range. It waits for the fingers to rest, and keeps a text it cannot read out of the address. */
export function RangeInput({ label, value, write, read, onChange, decimal = false }: RangeInputProps) {
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
    <Field label={label}>
      <Input
        integer
        inputMode={decimal ? 'decimal' : 'numeric'}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
    </Field>
  );
}
