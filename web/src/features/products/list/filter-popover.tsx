import { Button } from '@/ui/form/button';
import { Popover, PopoverPopup, PopoverTrigger } from '@/ui/overlay/popover';
import { filterStrings as s } from '../strings';
import { type FilterButtonProps, FilterLabel } from './filter-button';
import { FilterFields } from './filter-fields';
import { filters } from './filters';

/** Opens by itself, because it is fetched on the first click. */
export default function FilterPopover({ address }: FilterButtonProps) {
  return (
    <Popover defaultOpen>
      <PopoverTrigger render={<Button />}>
        <FilterLabel active={filters.count(address.search)} />
      </PopoverTrigger>
      <PopoverPopup
        title={s.title}
        className="w-[min(27rem,calc(100vw-1rem))]"
        action={
          <Button size="sm" onClick={() => address.change(filters.none)}>
            {s.clearAll}
          </Button>
        }
      >
        <div className="max-h-[70dvh] overflow-y-auto p-4">
          <FilterFields address={address} />
        </div>
      </PopoverPopup>
    </Popover>
  );
}
