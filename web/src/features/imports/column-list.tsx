import { cn } from '@/lib/cn';
import { Select } from '@/ui/form/select';
import type { Import } from './api';
import { type ColumnChoices, samplesOf } from './mapping';
import { mappingStrings as s } from './strings';

type ColumnListProps = {
  imported: Import;
  choices: ColumnChoices;
  onChoose: (column: number, field: string) => void;
};

const rowClass =
  'grid items-center gap-x-4 gap-y-2 px-4 sm:grid-cols-[minmax(0,1fr)_16rem] lg:grid-cols-[14rem_minmax(0,1fr)_18rem]';

/** Every column of the file with a few of its values, and what it is. */
export function ColumnList({ imported, choices, onChoose }: ColumnListProps) {
  return (
    <>
      <div
        aria-hidden
        className={cn(rowClass, 'h-9 border-y border-line bg-canvas text-xs font-medium text-ink-2 max-lg:hidden')}
      >
        <span>{s.column}</span>
        <span>{s.samples}</span>
        <span>{s.field}</span>
      </div>
      <ul aria-label={s.title} className="ruled border-line max-lg:border-t">
        {imported.columns.map((name, column) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two columns may share a name; their place is what they are.
          <li key={column} className={cn(rowClass, 'py-2.5')}>
            <span className={cn('font-medium wrap-anywhere', choices[column] === '' && 'text-ink-2')}>{name}</span>
            <Samples texts={samplesOf(imported.sample, column)} />
            <Select
              small
              aria-label={s.fieldOf(name)}
              className="pointer-coarse:h-10"
              value={choices[column] ?? ''}
              options={optionsFor(imported, choices, column)}
              onChange={(event) => onChoose(column, event.target.value)}
            />
          </li>
        ))}
      </ul>
    </>
  );
}

function Samples({ texts }: { texts: string[] }) {
  if (texts.length === 0) return <span className="text-sm text-ink-3">{s.noSamples}</span>;
  return (
    <span className="truncate text-sm text-ink-2 sm:max-lg:col-start-1 sm:max-lg:row-start-2">{texts.join(' · ')}</span>
  );
}

/** A field that another column has says so, because choosing it here takes it from there. */
function optionsFor({ fields, columns }: Import, choices: ColumnChoices, column: number) {
  const options = fields.map(({ name, label, required }) => {
    const holder = choices.indexOf(name);
    const shown = required ? s.required(label) : label;
    const taken = holder >= 0 && holder !== column;
    return { value: name, label: taken ? s.taken(shown, columns[holder] ?? '') : shown };
  });
  return [{ value: '', label: s.ignore }, ...options];
}
