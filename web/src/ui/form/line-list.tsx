import { Plus, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { cn } from '@/lib/cn';
import { Button } from './button';
import { IconButton } from './icon-button';

type LineListProps = {
  legend: string;
  /** What tells the lines apart while others come and go. */
  ids: string[];
  renderLine: (index: number) => ReactNode;
  addLabel: string;
  /** Names the button of a line, counted from 1. */
  removeLabel: (number: number) => string;
  onAdd: () => void;
  onRemove: (index: number) => void;
  /** What the lines come to. */
  sum: ReactNode;
};

/** The lines of a form: one for each product, as many as there are. */
export function LineList(props: LineListProps) {
  const { legend, ids, renderLine, addLabel, removeLabel, onAdd, onRemove, sum } = props;
  return (
    <fieldset className="stack-3">
      <legend className="mb-1.5 text-sm font-semibold">{legend}</legend>
      <ol className="ruled rounded-lg border border-line">
        {ids.map((id, index) => (
          <li key={id} className={cn('relative p-3', ids.length > 1 && 'pr-12')}>
            {renderLine(index)}
            {ids.length > 1 ? (
              <IconButton
                label={removeLabel(index + 1)}
                icon={X}
                className="absolute top-9 right-1.5"
                onClick={() => onRemove(index)}
              />
            ) : null}
          </li>
        ))}
      </ol>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Button onClick={onAdd}>
          <Plus aria-hidden />
          {addLabel}
        </Button>
        {sum}
      </div>
    </fieldset>
  );
}
