import { ScanBarcode } from 'lucide-react';
import { type FormEvent, useRef, useState } from 'react';
import { errorText } from '@/lib/api-error';
import { useBarcodeReader } from '@/lib/barcode-reader';
import { parseWhole } from '@/lib/parse-whole';
import { Button } from '@/ui/form/button';
import { Field } from '@/ui/form/field';
import { Input } from '@/ui/form/input';
import { Card } from '@/ui/layout/card';
import { useScan } from './api';
import { scanStrings as s } from './strings';

/** Each code read adds to what was counted; the cursor stays, so that one can go on reading. */
export function ScanBox({ id }: { id: number }) {
  const scan = useScan(id);
  const codeField = useRef<HTMLInputElement>(null);
  const [code, setCode] = useState('');
  const [quantity, setQuantity] = useState('1');
  const [problem, setProblem] = useState<string | undefined>();

  async function add(wanted: string, units: number) {
    setProblem(undefined);
    try {
      await scan.mutateAsync({ code: wanted, quantity: units, key: crypto.randomUUID() });
    } catch (error) {
      setProblem(`${wanted}: ${errorText(error)}`);
    }
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    const wanted = code.trim();
    const units = parseWhole(quantity) ?? 0;
    if (wanted === '') return;
    if (units < 1) {
      setProblem(s.quantityInvalid);
      return;
    }
    // The box is free for the next code before the answer to this one has arrived.
    setCode('');
    setQuantity('1');
    codeField.current?.focus();
    void add(wanted, units);
  }

  // Wherever the cursor is, a code that is read here is one more of that product.
  useBarcodeReader((read) => void add(read, 1));

  const last = scan.data?.line;
  return (
    <Card className="p-4">
      <form
        noValidate
        className="grid grid-cols-[1fr_auto] items-start gap-2 sm:max-w-2xl sm:grid-cols-[1fr_5rem_auto]"
        onSubmit={submit}
      >
        <Field label={s.label} error={problem} className="max-sm:col-span-2">
          <Input
            ref={codeField}
            value={code}
            placeholder={s.placeholder}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            onChange={(event) => setCode(event.target.value)}
          />
        </Field>
        <Field label={s.quantity}>
          <Input integer value={quantity} onChange={(event) => setQuantity(event.target.value)} />
        </Field>
        <Button type="submit" size="lg" className="mt-6.5" disabled={code.trim() === ''}>
          <ScanBarcode aria-hidden />
          {s.add}
        </Button>
      </form>
      <p aria-live="polite" className="num mt-2 font-medium text-ok-fg empty:hidden">
        {last && problem === undefined ? s.result(last.productName, last.counted ?? 0) : null}
      </p>
    </Card>
  );
}
