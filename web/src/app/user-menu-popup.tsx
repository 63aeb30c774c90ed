import { Link } from '@tanstack/react-router';
import { CircleUser, LogOut, Settings } from 'lucide-react';
import { signOut, useUser } from '@/lib/session';
import { Menu, MenuItem, MenuPopup, MenuSeparator, MenuTrigger } from '@/ui/overlay/menu';
import { strings } from './strings';
import { UserMenuButton } from './user-menu';

export default function UserMenuPopup() {
  const user = useUser();
  return (
    <Menu defaultOpen>
      <MenuTrigger render={<UserMenuButton />} />
      <MenuPopup className="w-60">
        <div className="px-2 py-2">
          <p className="truncate font-semibold">{user.username}</p>
          <p className="truncate text-ink-2">{user.email}</p>
        </div>
        <MenuSeparator />
        <MenuItem render={<Link to="/profile" />}>
          <CircleUser aria-hidden />
          {strings.profile}
        </MenuItem>
        <MenuItem render={<Link to="/configuracion" />}>
          <Settings aria-hidden />
          {strings.settings}
        </MenuItem>
        <MenuSeparator />
        <MenuItem danger onClick={() => void signOut()}>
          <LogOut aria-hidden />
          {strings.signOut}
        </MenuItem>
      </MenuPopup>
    </Menu>
  );
}
