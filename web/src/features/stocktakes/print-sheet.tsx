import { useEffect, useEffectEvent, useState } from 'react';
import { createPortal } from 'react-dom';
import { errorText } from '@/lib/api-error';
import { formatInteger } from '@/lib/format';
import { showToast } from '@/ui/feedback/toast';
import { allLines, type Line, type Stocktake } from './api';
import { sheetStrings as s, strings, viewStrings } from './strings';

/** Some eighty sheets of paper; a user who counts more does it by categories. */
const linesMax = 2000;

type PrintSheetProps = { stocktake: Stocktake; onDone: () => void };

/** Fetches every line, prints them on sheets with room to write, and leaves the screen as it was. */
export default function PrintSheet({ stocktake, onDone }: PrintSheetProps) {
  const [lines, setLines] = useState<Line[] | null>(null);

  const giveUp = useEffectEvent((reason: string) => {
    showToast({ type: 'error', title: viewStrings.printFailed, description: reason });
    onDone();
  });

  useEffect(() => {
    const asking = new AbortController();
    const { signal } = asking;
    allLines({ id: stocktake.id, max: linesMax, signal }).then(
      (all) => {
        if (signal.aborted) return;
        if (all) setLines(all);
        else giveUp(viewStrings.printTooLong(linesMax));
      },
      (error: unknown) => {
        if (!signal.aborted) giveUp(errorText(error));
      },
    );
    return () => asking.abort();
  }, [stocktake.id]);

  if (!lines) return null;
  return createPortal(<Sheet stocktake={stocktake} lines={lines} onPrinted={onDone} />, document.body);
}

type SheetProps = { stocktake: Stocktake; lines: Line[]; onPrinted: () => void };

function Sheet({ stocktake, lines, onPrinted }: SheetProps) {
  const [printedAt] = useState(Date.now);
  const printed = useEffectEvent(onPrinted);
  const { id, location, category, blind } = stocktake;

  useEffect(() => {
    // On paper there is nothing but the sheet.
    const page = document.getElementById('root');
    page?.classList.add('print:hidden');
    window.print();
    printed();
    return () => page?.classList.remove('print:hidden');
  }, []);

  return (
    <div className="hidden text-ink print:block">
      <h1 className="text-xl font-semibold">{s.title(id)}</h1>
      <p>{s.scope(location, category ?? strings.everything)}</p>
      <p className="num text-sm">{s.printed(printedAt)}</p>
      <table className="mt-4 w-full border-collapse text-sm">
        <thead>
          <tr className="text-left">
            <th className="border p-1">{s.sku}</th>
            <th className="border p-1">{s.product}</th>
            {blind ? null : <th className="border p-1 text-right">{s.expected}</th>}
            <th className="w-28 border p-1">{s.counted}</th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={line.productId} className="break-inside-avoid">
              <td className="code border p-1">{line.productSku}</td>
              <td className="border p-1">{line.productName}</td>
              {blind ? null : <td className="num border p-1 text-right">{formatInteger(line.expected ?? 0)}</td>}
              <td className="num border p-1">{line.counted === null ? '' : formatInteger(line.counted)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
