import { Link } from '@tanstack/react-router';
import { cn } from '@/lib/cn';
import { productName } from '@/lib/document-title';
import { fullName } from '@/lib/full-name';
import { useUser } from '@/lib/session';
import { Avatar } from '@/ui/layout/avatar';
import { Logo } from '@/ui/layout/logo';
import { type MenuScreen, menuGroup } from './screens';
import { strings } from './strings';

/** Words stay in the document when the bar is narrow, so that assistive technology always reads them. */
const wordClass = cn(
  'min-w-0 opacity-0 transition-opacity duration-150',
  'md:group-hover/rail:opacity-100 md:group-has-focus-visible/rail:opacity-100',
);

/** 64 px that grow to 256 px over the content, under the pointer or with the focus inside, on wide screens. */
export function Sidebar() {
  return (
    <aside
      className={cn(
        'group/rail fixed inset-y-0 left-0 z-30 flex w-16 flex-col overflow-x-hidden overflow-y-auto bg-rail px-2 py-3',
        'transition-[width,box-shadow] duration-200 ease-out [scrollbar-width:none] max-sm:hidden',
        'md:hover:w-64 md:hover:shadow-e3 md:has-focus-visible:w-64 md:has-focus-visible:shadow-e3',
      )}
    >
      <Link
        to="/dashboard"
        aria-label={`${productName}. ${strings.home}`}
        className="mb-5 flex h-10 shrink-0 items-center gap-3 rounded-md px-2 text-rail-ink -outline-offset-2"
      >
        <Logo />
        <span className={cn(wordClass, 'text-lg font-semibold tracking-[-0.02em]')}>{productName}</span>
      </Link>
      <nav aria-label={strings.mainNav} className="flex flex-1 flex-col gap-0.5">
        <ScreenLinks screens={menuGroup('main')} />
        <hr className="mx-2 my-3 shrink-0 border-rail-2" />
        <ScreenLinks screens={menuGroup('stock')} />
        <div className="mt-auto flex flex-col gap-0.5 pt-3">
          <ScreenLinks screens={menuGroup('foot')} />
        </div>
      </nav>
      <Person />
    </aside>
  );
}

function ScreenLinks({ screens }: { screens: MenuScreen[] }) {
  return screens.map((screen) => <ScreenLink key={screen.path} screen={screen} />);
}

function ScreenLink({ screen: { path, label, icon: Icon } }: { screen: MenuScreen }) {
  return (
    <Link
      to={path}
      className={cn(
        'group/link relative flex h-10 shrink-0 items-center rounded-md text-rail-ink-2 -outline-offset-2',
        'transition-colors duration-100 hover:bg-rail-2 hover:text-rail-ink',
        'aria-[current=page]:bg-rail-2 aria-[current=page]:text-rail-ink',
      )}
    >
      <span
        className={cn(
          'absolute top-2 bottom-2 -left-2 w-[3px] rounded-r-full bg-rail-accent opacity-0',
          'group-aria-[current=page]/link:opacity-100',
        )}
      />
      <span className="grid w-12 shrink-0 place-items-center">
        <Icon aria-hidden className="size-5" strokeWidth={1.75} />
      </span>
      <span className={cn(wordClass, 'flex-1 truncate text-sm font-medium')}>{label}</span>
    </Link>
  );
}

function Person() {
  const user = useUser();
  return (
    <div className="mt-3 flex shrink-0 items-center gap-3 border-t border-rail-2 px-2 pt-3">
      <Avatar name={fullName(user)} letters={1} size="md" onRail />
      <div className={cn(wordClass, 'leading-tight')}>
        <p className="truncate text-sm font-medium text-rail-ink">{fullName(user)}</p>
        <p className="truncate text-xs text-rail-ink-2">{user.roles[0]?.name ?? strings.defaultRole}</p>
      </div>
    </div>
  );
}
