import { Plus, RotateCw } from 'lucide-react';
import { Button } from '@/ui/form/button';
import { listStrings } from './list-strings';

type RefreshButtonProps = { busy: boolean; onClick: () => void };

/** Asks for the rows of a screen again. */
export function RefreshButton({ busy, onClick }: RefreshButtonProps) {
  return (
    <Button className="max-sm:flex-1" busy={busy} busyLabel={listStrings.refreshing} onClick={onClick}>
      <RotateCw aria-hidden />
      {listStrings.refresh}
    </Button>
  );
}

type CreateButtonProps = { label: string; onClick: () => void };

/** The main action of a list: one more row. */
export function CreateButton({ label, onClick }: CreateButtonProps) {
  return (
    <Button variant="primary" className="max-sm:flex-1" onClick={onClick}>
      <Plus aria-hidden />
      {label}
    </Button>
  );
}
