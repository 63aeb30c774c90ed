import { Link } from '@tanstack/react-router';
import { Menu, MenuItem, MenuPopup, MenuTrigger } from '@/ui/overlay/menu';
import { MoreButton } from './more-menu';
import { phoneMoreScreens } from './screens';

export default function MoreMenuPopup() {
  return (
    <Menu defaultOpen>
      <MenuTrigger render={<MoreButton />} />
      <MenuPopup className="w-60">
        {phoneMoreScreens.map(({ path, label, icon: Icon }) => (
          <MenuItem key={path} className="h-11" render={<Link to={path} />}>
            <Icon aria-hidden />
            {label}
          </MenuItem>
        ))}
      </MenuPopup>
    </Menu>
  );
}
