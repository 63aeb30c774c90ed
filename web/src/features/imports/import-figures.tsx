import { cn } from '@/lib/cn';
import { type Tone, toneText } from '@/ui/feedback/tone';

export type ImportFigure = { label: string; value: string; tone?: Tone };

/** As many as there are figures: a place without one would show the lines between them as a block. */
const columns: Record<number, string> = { 1: 'grid-cols-1', 2: 'grid-cols-2', 3: 'grid-cols-3' };

/** What a file comes to, in one strip. */
export function ImportFigures({ label, figures }: { label: string; figures: ImportFigure[] }) {
  return (
    <dl
      aria-label={label}
      className={cn(
        'grid gap-px border-t border-line bg-line',
        columns[figures.length] ?? 'grid-cols-2 sm:grid-cols-4',
      )}
    >
      {figures.map((figure) => (
        <div key={figure.label} className="bg-surface px-4 py-3">
          <dt className="text-sm text-ink-2">{figure.label}</dt>
          <dd className={cn('num text-xl font-semibold tracking-[-0.02em]', figure.tone && toneText[figure.tone])}>
            {figure.value}
          </dd>
        </div>
      ))}
    </dl>
  );
}
