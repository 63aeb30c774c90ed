import { RowCheckbox } from './row-checkbox';
import { useSelection } from './selection';

/** The box above those of the rows: all of the page, or none. */
export function SelectPage({ ids: shown, label }: { ids: number[]; label: string }) {
  const { ids, toggle } = useSelection();
  const chosen = shown.filter((id) => ids.has(id)).length;
  return (
    <RowCheckbox
      label={label}
      checked={shown.length > 0 && chosen === shown.length}
      indeterminate={chosen > 0 && chosen < shown.length}
      onCheckedChange={(selected) => toggle(shown, selected)}
    />
  );
}

/** The box of one row. */
export function SelectRow({ id, label }: { id: number; label: string }) {
  const { ids, toggle } = useSelection();
  return <RowCheckbox label={label} checked={ids.has(id)} onCheckedChange={(selected) => toggle([id], selected)} />;
}
