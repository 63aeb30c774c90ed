import { Button } from '@/ui/form/button';
import { seeResults } from '@/ui/list/see-results';
import { Dialog, DialogClose } from '@/ui/overlay/dialog';
import { filterStrings as s } from '../strings';
import type { FilterButtonProps } from './filter-button';
import { FilterFields } from './filter-fields';
import { filters } from './filters';

type FilterSheetProps = FilterButtonProps & { onClose: () => void };

/** The filters on a phone: the list changes behind them, and the button says what is there to see. */
export default function FilterSheet({ address, list, onClose }: FilterSheetProps) {
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={s.title}
      footer={
        <>
          <Button onClick={() => address.change(filters.none)}>{s.clearAll}</Button>
          <DialogClose render={<Button variant="primary" />}>{seeResults(list)}</DialogClose>
        </>
      }
    >
      <FilterFields address={address} />
    </Dialog>
  );
}
