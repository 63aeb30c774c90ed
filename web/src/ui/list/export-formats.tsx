import { FileSpreadsheet, FileText } from 'lucide-react';
import { Menu, MenuItem, MenuPopup, MenuTrigger } from '@/ui/overlay/menu';
import { type FormatMenuProps, FormatTrigger } from './export-button';
import { listStrings } from './list-strings';

/** Opens by itself because it is fetched on the first click. */
export default function ExportFormats({ onChoose, ...trigger }: FormatMenuProps) {
  return (
    <Menu defaultOpen>
      <MenuTrigger render={<FormatTrigger {...trigger} />} />
      <MenuPopup>
        <MenuItem onClick={() => onChoose('csv')}>
          <FileText aria-hidden />
          {listStrings.exportAs.csv}
        </MenuItem>
        <MenuItem onClick={() => onChoose('xlsx')}>
          <FileSpreadsheet aria-hidden />
          {listStrings.exportAs.xlsx}
        </MenuItem>
      </MenuPopup>
    </Menu>
  );
}
