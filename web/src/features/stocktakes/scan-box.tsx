import { ScanBarcode } from 'lucide-react';
import { type FormEvent, useRef, useState } from 'react';
import { errorText } from '@/lib/api-error';
import { useBarcodeReader } from '@/lib/barcode-reader';
import { newKey } from '@/lib/new-key';
import { parseWhole } from '@/lib/parse-whole';
import { Button } from '@/ui/form/button';
import { Field } from '@/ui/form/field';
import { Input } from '@/ui/form/input';
import { Card } from '@/ui/layout/card';
import { useScan } from './api';
import { type Refusal, Refusals } from './pending-notes';
import { pendingStrings, scanStrings as s } from './strings';

/** Each code read adds to what was counted; the cursor stays, so that one can go on reading. */
export function ScanBox({ id }: { id: number }) {
  const scan = useScan(id);
  const codeField = useRef<HTMLInputElement>(null);
  const [code, setCode] = useState('');
  const [quantity, setQuantity] = useState('1');
  const [quantityProblem, setQuantityProblem] = useState<string | undefined>();
  const { refusals, refuse, read } = useRefusals();

  async function add(wanted: string, units: number) {
    try {
      await scan.mutateAsync({ code: wanted, quantity: units });
    } catch (error) {
      refuse(`${wanted}: ${errorText(error)}`);
    }
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    const wanted = code.trim();
    const units = parseWhole(quantity) ?? 0;
    if (wanted === '') return;
    setQuantityProblem(units < 1 ? s.quantityInvalid : undefined);
    if (units < 1) return;
    // The box is free for the next code before the answer to this one has arrived.
    setCode('');
    setQuantity('1');
    codeField.current?.focus();
    void add(wanted, units);
  }

  // Wherever the cursor is, a code that is read here is one more of that product.
  useBarcodeReader((found) => {
    if (found === 'cut') refuse(pendingStrings.cut);
    else void add(found.code, 1);
  });

  const last = scan.data?.line;
  return (
    <Card className="stack-3 p-4">
      <form
        noValidate
        className="grid grid-cols-[1fr_auto] items-start gap-2 sm:max-w-2xl sm:grid-cols-[1fr_5rem_auto]"
        onSubmit={submit}
      >
        <Field label={s.label} error={quantityProblem} className="max-sm:col-span-2">
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
      <p aria-live="polite" className="num font-medium text-ok-fg empty:hidden">
        {last ? s.result(last.productName, last.counted ?? 0) : null}
      </p>
      <Refusals refusals={refusals} onRead={read} />
    </Card>
  );
}

/** Codes are read faster than errors: each waits until it was seen. */
function useRefusals() {
  const [refusals, setRefusals] = useState<Refusal[]>([]);
  return {
    refusals,
    refuse: (text: string) => setRefusals((others) => [...others, { key: newKey(), text }]),
    read: (key: string) => setRefusals((others) => others.filter((one) => one.key !== key)),
  };
}
