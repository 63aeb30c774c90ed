import { ListFilter } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { cn } from '@/lib/cn';
import { useIsPhone } from '@/lib/media';
import { Button } from '@/ui/form/button';
import { Dialog, DialogClose } from '@/ui/overlay/dialog';
import { strings } from '@/ui/strings';
import { listStrings } from './list-strings';

type FilterBarProps = {
  search: ReactNode;
  /** Fields with their labels; in a row on wide screens, one below the other in a sheet on phones. */
  filters: ReactNode;
  /** How many of them are set. */
  activeCount: number;
  /** «Ver 12 resultados»: what closes the sheet. */
  resultsLabel: string;
  onClear: () => void;
  /** Beside the filters, at the end of the row. */
  actions?: ReactNode;
};

/** The search box and the filters of a list. */
export function FilterBar(props: FilterBarProps) {
  const { search, filters, activeCount, onClear, actions } = props;
  const isPhone = useIsPhone();
  if (isPhone) return <PhoneBar {...props} />;
  return (
    <div className="flex flex-wrap items-end gap-x-3 gap-y-2 p-3">
      {search}
      {filters}
      {activeCount > 0 ? (
        <Button variant="ghost" onClick={onClear}>
          {strings.clearAll}
        </Button>
      ) : null}
      {actions ? <div className="ml-auto flex gap-2">{actions}</div> : null}
    </div>
  );
}

function PhoneBar({ search, filters, activeCount, resultsLabel, onClear, actions }: FilterBarProps) {
  const [open, setOpen] = useState(false);
  return (
    <div className="flex items-center gap-2 p-3">
      <div className="min-w-0 flex-1">{search}</div>
      <Button
        size="icon"
        className="relative"
        aria-label={activeCount > 0 ? listStrings.filtersSet(activeCount) : listStrings.filters}
        onClick={() => setOpen(true)}
      >
        <ListFilter aria-hidden />
        {activeCount > 0 ? (
          <span
            aria-hidden
            className={cn(
              'num absolute -top-1.5 -right-1.5 grid size-4.5 place-items-center rounded-full bg-accent text-2xs',
              'font-semibold text-on-accent',
            )}
          >
            {activeCount}
          </span>
        ) : null}
      </Button>
      {actions}
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title={listStrings.filters}
        footer={
          <>
            <Button disabled={activeCount === 0} onClick={onClear}>
              {strings.clearAll}
            </Button>
            <DialogClose render={<Button variant="primary" />}>{resultsLabel}</DialogClose>
          </>
        }
      >
        <div className="stack-4">{filters}</div>
      </Dialog>
    </div>
  );
}
