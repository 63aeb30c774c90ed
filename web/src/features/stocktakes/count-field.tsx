import { Minus, Plus } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import { errorText } from '@/lib/api-error';
import { parseWhole } from '@/lib/parse-whole';
import { IconButton } from '@/ui/form/icon-button';
import { Input } from '@/ui/form/input';
import { type Line, useCount } from './api';
import { usePendingCount } from './pending';
import { pendingStrings, lineStrings as s } from './strings';

type CountFieldProps = { line: Line; stocktakeId: number };

function textOf(counted: number | null): string {
  return counted === null ? '' : String(counted);
}

/**
 * What was counted of one product. It is kept when one leaves the field or presses Enter, which also goes
 * on to the next product; an emptied field takes the count back.
 */
export function CountField({ line, stocktakeId }: CountFieldProps) {
  const { productId, productName, counted } = line;
  const count = useCount(stocktakeId, productId);
  const waiting = usePendingCount(stocktakeId, productId);
  const [text, setText] = useState<string | null>(null);
  const [invalid, setInvalid] = useState(false);
  const problem = invalid ? s.invalid : count.error ? errorText(count.error) : null;
  const problemId = `count-problem-${productId}`;

  /** While a user is typing the field is theirs; otherwise it shows what the server knows. */
  const shown = text ?? textOf(waiting === undefined ? counted : waiting);
  const current = parseWhole(shown) ?? 0;

  function type(next: string | null) {
    setText(next);
    setInvalid(false);
    count.reset();
  }

  function save(next: number | null) {
    setText(textOf(next));
    count.mutate(next, { onSuccess: () => setText(null) });
  }

  function finish() {
    if (text === null) return;
    const next = text.trim() === '' ? null : parseWhole(text);
    if (text.trim() !== '' && next === null) {
      setInvalid(true);
      return;
    }
    if (next === (waiting === undefined ? counted : waiting)) setText(null);
    else save(next);
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    if (event.key === 'Escape') type(null);
    if (event.key !== 'Enter') return;
    event.preventDefault();
    // Leaving the field keeps the count; the last one is not left.
    if (!focusNext(event.currentTarget)) finish();
  }

  return (
    <span className="flex flex-col items-end">
      <span className="flex items-center gap-1">
        <IconButton
          label={s.less(productName)}
          icon={Minus}
          disabled={current === 0}
          onClick={() => save(current - 1)}
        />
        <Input
          integer
          data-count=""
          aria-label={s.countedOf(productName)}
          aria-invalid={problem !== null || undefined}
          aria-describedby={problem === null ? undefined : problemId}
          value={shown}
          placeholder="—"
          className="h-8 w-18 px-2 font-semibold pointer-coarse:h-11"
          onChange={(event) => type(event.target.value)}
          onBlur={finish}
          onKeyDown={onKeyDown}
        />
        <IconButton label={s.more(productName)} icon={Plus} onClick={() => save(current + 1)} />
      </span>
      {waiting === undefined ? null : <span className="text-2xs text-low-fg">{pendingStrings.waitsHere}</span>}
      {problem === null ? null : (
        <span id={problemId} role="alert" className="max-w-48 text-xs text-out-fg">
          {problem}
        </span>
      )}
    </span>
  );
}

function focusNext(field: HTMLInputElement): boolean {
  const all = [...document.querySelectorAll<HTMLInputElement>('input[data-count]')];
  const next = all[all.indexOf(field) + 1];
  next?.focus();
  return next !== undefined;
}
