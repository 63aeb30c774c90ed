import { Minus, Plus } from 'lucide-react';
import { useState } from 'react';
import type { Product } from '@/features/shared/api';
import { ProductPicker } from '@/features/shared/product-picker';
import { cn } from '@/lib/cn';
import { Button } from '@/ui/form/button';
import { Field } from '@/ui/form/field';
import { Input } from '@/ui/form/input';
import { Switch } from '@/ui/form/switch';
import { Card, CardHeader } from '@/ui/layout/card';
import { type Arriving, unitsOf, withOneMore } from './receiving';
import { receiveStrings as s } from './strings';

type ReceiveLinesProps = { arriving: Arriving[]; onChange: (next: Arriving[]) => void };

/** What comes: found or scanned, each time one more, or written. */
export function ReceiveLines({ arriving, onChange }: ReceiveLinesProps) {
  const [isBlind, setBlind] = useState(false);
  const shown = isBlind ? arriving.filter((one) => unitsOf(one.accepted) + unitsOf(one.rejected) > 0) : arriving;
  const change = (key: string, next: Partial<Arriving>) =>
    onChange(arriving.map((one) => (one.key === key ? { ...one, ...next } : one)));
  return (
    <Card aria-labelledby="receive-lines">
      <CardHeader
        id="receive-lines"
        title={s.lines}
        action={isBlind ? undefined : <FillButton arriving={arriving} onChange={onChange} />}
      />
      <div className="stack-4 px-4 pb-4">
        <Finder onFound={(product) => onChange(withOneMore(arriving, product))} />
        <Switch label={s.blind} hint={s.blindHint} checked={isBlind} onCheckedChange={setBlind} />
      </div>
      <ul className="ruled border-t border-line">
        {shown.map((one) => (
          <li key={one.key} className="px-4 py-3">
            <ArrivingLine one={one} isBlind={isBlind} onChange={(next) => change(one.key, next)} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** Empties itself after each find, so that a barcode reader can go on. */
function Finder({ onFound }: { onFound: (product: Product) => void }) {
  const [found, setFound] = useState(0);
  return (
    <Field label={s.find}>
      <ProductPicker
        key={found}
        value={null}
        onValueChange={(product) => {
          if (!product) return;
          onFound(product);
          setFound(found + 1);
        }}
        // The next code is typed into the box that took this one's place.
        ref={(box) => {
          if (found > 0) box?.focus();
        }}
      />
    </Field>
  );
}

function FillButton({ arriving, onChange }: ReceiveLinesProps) {
  const isFull = arriving.every((one) => unitsOf(one.accepted) + unitsOf(one.rejected) >= one.pending);
  const fill = () =>
    onChange(
      arriving.map((one) => ({
        ...one,
        accepted: String(isFull ? 0 : Math.max(one.pending - unitsOf(one.rejected), 0)),
        ...(isFull && { rejected: '' }),
      })),
    );
  return (
    <Button size="sm" onClick={fill}>
      {isFull ? s.clear : s.fill}
    </Button>
  );
}

type ArrivingLineProps = { one: Arriving; isBlind: boolean; onChange: (next: Partial<Arriving>) => void };

function ArrivingLine({ one, isBlind, onChange }: ArrivingLineProps) {
  const { name, sku, supplierSku, pending, lineId, accepted, rejected } = one;
  const over = lineId === null ? 0 : unitsOf(accepted) - pending;
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <div className="min-w-0 flex-1 basis-48 leading-tight">
        <p className="font-medium wrap-anywhere">{name}</p>
        <p className="num text-xs text-ink-3">
          <span className="code">{supplierSku === '' ? sku : `${sku} · ${supplierSku}`}</span>
          {lineId === null ? ` · ${s.notOrdered}` : isBlind ? '' : ` · ${s.pending(pending)}`}
        </p>
        {over > 0 && !isBlind ? <p className="num text-sm text-crit-fg">{s.over(over)}</p> : null}
      </div>
      <div className="flex items-end gap-3">
        <Counter name={name} value={accepted} onChange={(next) => onChange({ accepted: next })} />
        <Label text={s.rejected}>
          <Input
            integer
            placeholder="0"
            aria-label={s.rejectedOf(name)}
            value={rejected}
            onChange={(event) => onChange({ rejected: event.target.value })}
            className="w-20"
          />
        </Label>
      </div>
    </div>
  );
}

type CounterProps = { name: string; value: string; onChange: (next: string) => void };

/** Big enough for a thumb: one more, one less, or as written. */
function Counter({ name, value, onChange }: CounterProps) {
  const units = unitsOf(value);
  const buttonClass = 'size-10 shrink-0 px-0 pointer-coarse:size-11';
  return (
    <Label text={s.accepted}>
      <span className="flex items-center gap-1">
        <Button
          aria-label={s.minus(name)}
          className={buttonClass}
          disabled={units === 0}
          onClick={() => onChange(String(Math.max(units - 1, 0)))}
        >
          <Minus aria-hidden />
        </Button>
        <Input
          integer
          placeholder="0"
          aria-label={s.acceptedOf(name)}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          className={cn('w-20', units > 0 && 'font-semibold')}
        />
        <Button aria-label={s.plus(name)} className={buttonClass} onClick={() => onChange(String(units + 1))}>
          <Plus aria-hidden />
        </Button>
      </span>
    </Label>
  );
}

function Label({ text, children }: { text: string; children: React.ReactNode }) {
  return (
    <div>
      <p aria-hidden className="mb-1 text-xs text-ink-2">
        {text}
      </p>
      {children}
    </div>
  );
}
