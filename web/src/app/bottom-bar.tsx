import { Link } from '@tanstack/react-router';
import { cn } from '@/lib/cn';
import { MoreMenu, slotClass } from './more-menu';
import { phoneScreens } from './screens';
import { strings } from './strings';

/** The sidebar of a phone: the same places within reach of the thumb. */
export function BottomBar() {
  return (
    <nav
      aria-label={strings.mainNav}
      className={cn(
        'fixed inset-x-0 bottom-0 z-30 flex h-[calc(4rem+env(safe-area-inset-bottom))] items-stretch bg-rail',
        'px-1 pb-[env(safe-area-inset-bottom)] sm:hidden',
      )}
    >
      {phoneScreens.map(({ path, label, shortLabel = label, icon: Icon }) => (
        <Link key={path} to={path} className={slotClass}>
          <Icon aria-hidden strokeWidth={1.75} />
          {shortLabel}
        </Link>
      ))}
      <MoreMenu />
    </nav>
  );
}
