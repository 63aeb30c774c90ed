import { useId } from 'react';
import { cn } from '@/lib/cn';
import { IntoView } from '@/ui/feedback/into-view';
import { Notice } from '@/ui/feedback/states';
import type { ProductStatus } from '../list/search';
import { strings } from '../strings';
import type { FieldConflict } from './conflict';
import { formStrings } from './strings';

const s = formStrings.conflict;

type ConflictChooserProps = {
  conflicts: FieldConflict[];
  /** What the form holds now, which tells the choice made. */
  chosen: (conflict: FieldConflict) => string;
  onChoose: (conflict: FieldConflict, value: string) => void;
};

/** Shows what each of two people wrote and lets the second one decide, field by field. */
export function ConflictChooser({ conflicts, chosen, onChoose }: ConflictChooserProps) {
  if (conflicts.length === 0) return null;
  return (
    <IntoView>
      <Notice tone="low" title={s.title}>
        <p>{s.text(conflicts.length)}</p>
        <div className="mt-3 stack-3">
          {conflicts.map((conflict) => (
            <Choice
              key={conflict.field}
              conflict={conflict}
              value={chosen(conflict)}
              onChoose={(value) => onChoose(conflict, value)}
            />
          ))}
        </div>
      </Notice>
    </IntoView>
  );
}

type ChoiceProps = { conflict: FieldConflict; value: string; onChoose: (value: string) => void };

function Choice({ conflict, value, onChoose }: ChoiceProps) {
  const name = useId();
  const label = formStrings.fields[conflict.field];
  const options = [
    { title: s.mine, text: conflict.mine },
    { title: s.theirs, text: conflict.theirs },
  ];
  return (
    <fieldset>
      <legend className="mb-1 font-medium text-ink">{label}</legend>
      <div className="grid gap-2 sm:grid-cols-2">
        {options.map(({ title, text }) => (
          <label
            key={title}
            className={cn(
              'flex cursor-pointer gap-2 rounded-md border border-line-strong bg-surface p-2.5 text-ink',
              'has-checked:border-accent has-checked:ring-1 has-checked:ring-accent',
            )}
          >
            <input
              type="radio"
              name={name}
              checked={value === text}
              onChange={() => onChoose(text)}
              className="mt-0.5 size-4 shrink-0 accent-accent"
            />
            <span className="min-w-0">
              <span className="block text-xs text-ink-3">{title}</span>
              <span className="line-clamp-3 wrap-anywhere">{shown(conflict, text)}</span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function shown({ field }: FieldConflict, text: string): string {
  if (field === 'status') return strings.statuses[text as ProductStatus];
  return text === '' ? s.empty : text;
}
