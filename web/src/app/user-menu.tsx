import type { ComponentProps } from 'react';
import { cn } from '@/lib/cn';
import { fullName } from '@/lib/full-name';
import { useUser } from '@/lib/session';
import { Avatar } from '@/ui/layout/avatar';
import { onDemand, type StandInProps } from '@/ui/overlay/on-demand';
import { strings } from './strings';

/** The look of the button, shared by the stand-in and the real trigger. */
export function UserMenuButton(props: ComponentProps<'button'>) {
  const user = useUser();
  return (
    <button
      type="button"
      aria-label={strings.userMenu}
      aria-haspopup="menu"
      className={cn(
        'flex items-center gap-2 rounded-full p-0.5 hover:bg-surface-2 pointer-coarse:min-h-10',
        'pointer-coarse:px-1.5 lg:rounded-md lg:pr-2',
      )}
      {...props}
    >
      <Avatar name={fullName(user)} />
      <span className="max-w-40 truncate text-sm font-medium max-lg:hidden">{user.username}</span>
    </button>
  );
}

export const UserMenu = onDemand(
  () => import('./user-menu-popup'),
  (props: StandInProps) => <UserMenuButton {...props} />,
);
