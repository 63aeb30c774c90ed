import { ChevronRight, PackageCheck, TriangleAlert } from 'lucide-react';
import { useId } from 'react';
import { cn } from '@/lib/cn';
import { formatMoney } from '@/lib/format';
import { RowCheckbox } from '@/ui/list/row-checkbox';
import type { ProposedLine } from './api';
import type { Draft } from './choice';
import { reorderStrings as s } from './strings';

type OnChoose = (productId: number, chosen: boolean) => void;
type DraftCardProps = { draft: Draft; open: boolean; onChoose: OnChoose };

/** What is to be ordered of one supplier, what it comes to, and what else would fill it up. */
export function DraftCard({ draft, open, onChoose }: DraftCardProps) {
  const { order, lines, next, count, total, unpriced } = draft;
  const id = useId();
  return (
    <section aria-label={s.orderOf(order.supplier)} className="rounded-lg border border-line">
      <details open={open} className="group">
        <summary
          className={cn(
            'flex cursor-pointer list-none items-start justify-between gap-3 rounded-lg px-3 py-2.5',
            'hover:bg-surface-2 [&::-webkit-details-marker]:hidden',
          )}
        >
          <span className="flex min-w-0 items-start gap-1.5">
            <ChevronRight aria-hidden className="mt-0.75 size-4 shrink-0 text-ink-3 group-open:rotate-90" />
            <span className="min-w-0">
              <span className="block font-semibold wrap-anywhere">{order.supplier}</span>
              <span className="num block text-sm text-ink-2">
                {s.lines(count)}
                {unpriced > 0 ? ` · ${s.unpriced(unpriced)}` : null}
              </span>
            </span>
          </span>
          <span className="num shrink-0 font-semibold">
            {unpriced === count ? null : formatMoney(total, order.currency)}
          </span>
        </summary>
        <Lines lines={lines} currency={order.currency} onChoose={onChoose} />
      </details>
      <Minimum draft={draft} />
      {next.length === 0 ? null : (
        <fieldset aria-labelledby={id} className="border-t border-line pt-2.5">
          <p id={id} className="px-3 text-sm font-medium text-ink-2">
            {s.fill}
          </p>
          <Lines lines={next} currency={order.currency} onChoose={onChoose} />
        </fieldset>
      )}
    </section>
  );
}

/** Whether the supplier takes so small an order. */
function Minimum({ draft: { order, missing } }: { draft: Draft }) {
  if (missing === null || order.minCost == null) return null;
  const minimum = formatMoney(order.minCost, order.currency);
  const Icon = missing > 0 ? TriangleAlert : PackageCheck;
  return (
    <p
      aria-live="polite"
      className={cn(
        'num flex items-start gap-1.5 border-t border-line px-3 py-2 text-sm',
        missing > 0 ? 'text-low-fg' : 'text-ink-2',
      )}
    >
      <Icon aria-hidden className="mt-0.5 size-4 shrink-0" />
      {missing > 0 ? s.missing(formatMoney(missing, order.currency), minimum) : s.reached(minimum)}
    </p>
  );
}

/** As many as a window draws without a delay. */
const linesMax = 200;

type ChosenLine = ProposedLine & { chosen: boolean };

function Lines({ lines, currency, onChoose }: { lines: ChosenLine[]; currency: string; onChoose: OnChoose }) {
  return (
    <>
      <ul className="px-3 pb-2">
        {lines.slice(0, linesMax).map((line) => (
          <li key={line.productId} className="flex items-start gap-2 py-1">
            <RowCheckbox
              label={s.include(line.name)}
              checked={line.chosen}
              onCheckedChange={(chosen) => onChoose(line.productId, chosen)}
            />
            <Line line={line} currency={currency} />
          </li>
        ))}
      </ul>
      {lines.length > linesMax ? (
        <p className="px-3 pb-3 text-sm text-ink-2">{s.more(lines.length - linesMax)}</p>
      ) : null}
    </>
  );
}

function Line({ line, currency }: { line: ChosenLine; currency: string }) {
  const { name, sku, toDo, runsOutIn, quantity, packs, packUnits, totalCost, chosen } = line;
  const note = toDo === 0 ? s.notWanted : runsOutIn === null ? null : s.runsOut(runsOutIn);
  return (
    <span className={cn('flex min-w-0 flex-1 justify-between gap-3 pt-0.5 leading-snug', chosen || 'text-ink-2')}>
      <span className="min-w-0">
        <span className="line-clamp-2 wrap-anywhere">{name}</span>
        <span className="block text-xs text-ink-3">
          <span className="code">{sku}</span>
          {note === null ? null : ` · ${note}`}
        </span>
      </span>
      <span className="num shrink-0 text-right">
        {s.quantity(quantity, packs, packUnits)}
        <span className="block text-xs text-ink-3">
          {totalCost == null ? s.withoutPrice : formatMoney(totalCost, currency)}
        </span>
      </span>
    </span>
  );
}
