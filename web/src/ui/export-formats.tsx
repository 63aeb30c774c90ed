import { FileSpreadsheet, FileText } from 'lucide-react';
import { type FormatMenuProps, FormatTrigger } from './export-button';
import { Menu, MenuItem, MenuPopup, MenuTrigger } from './menu';
import { strings } from './strings';

/** Opens by itself because it is fetched on the first click. */
export default function ExportFormats({ onChoose, ...trigger }: FormatMenuProps) {
  return (
    <Menu defaultOpen>
      <MenuTrigger render={<FormatTrigger {...trigger} />} />
      <MenuPopup>
        <MenuItem onClick={() => onChoose('csv')}>
          <FileText aria-hidden />
          {strings.exportAs.csv}
        </MenuItem>
        <MenuItem onClick={() => onChoose('xlsx')}>
          <FileSpreadsheet aria-hidden />
          {strings.exportAs.xlsx}
        </MenuItem>
      </MenuPopup>
    </Menu>
  );
}
