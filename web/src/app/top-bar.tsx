import { Link, useRouterState } from '@tanstack/react-router';
import { ChevronRight, Moon, Search, Sun } from 'lucide-react';
import { NotificationBell } from '@/features/notifications/notification-bell';
import { cn } from '@/lib/cn';
import { productName } from '@/lib/document-title';
import { modKeyLabel } from '@/lib/hotkeys';
import { useTheme } from '@/lib/theme';
import { IconButton } from '@/ui/form/icon-button';
import { Kbd } from '@/ui/layout/kbd';
import { Logo } from '@/ui/layout/logo';
import { breadcrumbs, screenTitle } from './screens';
import { strings } from './strings';
import { UserMenu } from './user-menu';

export function TopBar({ onSearch }: { onSearch: () => void }) {
  return (
    <header className="sticky top-0 z-20 flex h-14 items-center border-b border-line bg-surface px-4 sm:px-6">
      <Link
        to="/dashboard"
        aria-label={`${productName}. ${strings.home}`}
        className="mr-2 shrink-0 rounded-lg sm:hidden"
      >
        <Logo size={28} />
      </Link>
      <Breadcrumbs />
      <div className="ml-auto flex shrink-0 items-center sm:gap-1">
        <SearchTrigger onSearch={onSearch} />
        <ThemeToggle />
        <NotificationBell />
        <UserMenu />
      </div>
    </header>
  );
}

function Breadcrumbs() {
  const path = useRouterState({ select: (state) => state.location.pathname });
  const crumbs = breadcrumbs(path);
  const title = screenTitle(path);
  if (crumbs.length === 0) return <p className="min-w-0 truncate font-semibold">{title}</p>;
  return (
    <nav aria-label={strings.crumbs} className="min-w-0">
      {/* Where the whole way does not fit, it wraps and only its last line, the page itself, stays in view. */}
      <ol className="flex h-5.5 flex-wrap content-end items-center gap-x-1.5 overflow-hidden">
        {crumbs.map((crumb) => (
          <li key={crumb.path} className="flex items-center gap-1.5">
            <Link to={crumb.path} className="rounded-sm text-ink-2 -outline-offset-2 hover:text-ink hover:underline">
              {crumb.label}
            </Link>
            <ChevronRight aria-hidden className="size-3.5 text-ink-3" />
          </li>
        ))}
        <li aria-current="page" className="max-w-full truncate font-semibold">
          {title}
        </li>
      </ol>
    </nav>
  );
}

/** Looks like a field, because that is what opens; on narrow screens only its icon fits. */
function SearchTrigger({ onSearch }: { onSearch: () => void }) {
  return (
    <>
      <button
        type="button"
        onClick={onSearch}
        className={cn(
          'mr-1 flex h-8 w-48 items-center gap-2 rounded-md border border-line-strong bg-canvas px-2.5 text-sm',
          'text-ink-3 hover:border-field max-md:hidden lg:w-72',
        )}
      >
        <Search aria-hidden className="size-4 shrink-0" />
        <span className="flex-1 truncate text-left">{strings.search}</span>
        <Kbd>{modKeyLabel()} K</Kbd>
      </button>
      <IconButton label={strings.search} icon={Search} tooltipSide="bottom" className="md:hidden" onClick={onSearch} />
    </>
  );
}

function ThemeToggle() {
  const { theme, toggle } = useTheme();
  return (
    <IconButton
      label={theme === 'dark' ? strings.useLight : strings.useDark}
      icon={theme === 'dark' ? Sun : Moon}
      tooltipSide="bottom"
      onClick={toggle}
    />
  );
}
