import { ArrowDown, ArrowDownUp, ArrowUp } from 'lucide-react';
import { cn } from '@/lib/cn';
import { IconButton } from '@/ui/form/icon-button';
import { strings } from '../strings';
import { defaultOrdering, orderings, type ProductOrdering } from './search';

type SortControlProps = {
  ordering: ProductOrdering | undefined;
  onChange: (ordering: ProductOrdering) => void;
};

const labels: Record<string, string> = { ...strings.sorts, ...strings.otherSorts };

/** What the selector offers; a column may have sorted the table by something else. */
const offered = Object.keys(strings.sorts);

function ordered(field: string, descending: boolean): ProductOrdering {
  const wanted = descending ? `-${field}` : field;
  return orderings.find((ordering) => ordering === wanted) ?? defaultOrdering;
}

export function SortControl({ ordering = defaultOrdering, onChange }: SortControlProps) {
  const descending = ordering.startsWith('-');
  const field = descending ? ordering.slice(1) : ordering;
  const fields = offered.includes(field) ? offered : [...offered, field];
  return (
    <>
      <div className="flex items-center rounded-md border border-line-strong bg-surface shadow-e1 max-sm:hidden">
        <span className="relative flex items-center">
          <ArrowDownUp aria-hidden className="pointer-events-none absolute left-2.5 size-4 text-ink-2" />
          <select
            aria-label={strings.sortBy}
            value={field}
            onChange={(event) => onChange(ordered(event.target.value, descending))}
            className={cn(
              'h-7.5 appearance-none rounded-l-md bg-transparent pr-2 pl-8 text-sm font-medium hover:bg-surface-2',
              'pointer-coarse:h-9.5',
            )}
          >
            {fields.map((name) => (
              <option key={name} value={name}>
                {labels[name]}
              </option>
            ))}
          </select>
        </span>
        <IconButton
          size="iconSm"
          label={descending ? strings.descending : strings.ascending}
          icon={descending ? ArrowDown : ArrowUp}
          className="rounded-l-none"
          onClick={() => onChange(ordered(field, !descending))}
        />
      </div>
      <PhoneSort ordering={ordering} onChange={onChange} />
    </>
  );
}

/** On phones one square holds both: the browser's own wheel opens over its icon. */
function PhoneSort({ ordering, onChange }: { ordering: ProductOrdering; onChange: (next: ProductOrdering) => void }) {
  return (
    <span
      className={cn(
        'relative grid size-10 shrink-0 place-items-center rounded-md border border-line-strong bg-surface',
        'shadow-e1 has-focus-visible:outline-2 has-focus-visible:outline-focus sm:hidden',
      )}
    >
      <ArrowDownUp aria-hidden className="size-4" />
      <select
        aria-label={strings.sortBy}
        value={ordering}
        onChange={(event) => onChange(ordered(event.target.value.replace('-', ''), event.target.value.startsWith('-')))}
        className="absolute inset-0 cursor-pointer appearance-none opacity-0"
      >
        {orderings.map((value) => {
          const label = labels[value.replace('-', '')] ?? value;
          return (
            <option key={value} value={value}>
              {value.startsWith('-') ? strings.sortDown(label) : strings.sortUp(label)}
            </option>
          );
        })}
      </select>
    </span>
  );
}
