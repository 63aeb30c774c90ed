import { getRouteApi, Link } from '@tanstack/react-router';
import { Building2, type LucideIcon, SlidersHorizontal, Users } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { cn } from '@/lib/cn';
import { useCan } from '@/lib/permissions';
import { PageHeader } from '@/ui/page-header';
import { PreferencesSection } from './preferences-section';
import type { Section } from './search';
import { strings } from './strings';

// Loaded by the few who may open them.
const BusinessSection = lazy(() => import('./business-section'));
const UsersSection = lazy(() => import('./users-section'));

const route = getRouteApi('/_app/configuracion');

const icons: Record<Section, LucideIcon> = {
  preferencias: SlidersHorizontal,
  negocio: Building2,
  usuarios: Users,
};

function useAllowedSections(): Section[] {
  const business = useCan('settings.manage');
  const users = useCan('users.manage');
  return [
    'preferencias',
    ...(business ? (['negocio'] as const) : []),
    ...(users ? (['usuarios'] as const) : []),
  ];
}

export function SettingsPage() {
  const allowed = useAllowedSections();
  const { seccion } = route.useSearch();
  // A link to a section this person may not open leads to what they may.
  const current = allowed.find((section) => section === seccion) ?? 'preferencias';
  return (
    <>
      <PageHeader title={strings.title} subtitle={strings.subtitle} />
      <div className="grid items-start gap-5 lg:grid-cols-[13rem_minmax(0,1fr)]">
        {allowed.length > 1 ? <SectionNav sections={allowed} current={current} /> : null}
        <div className={cn('min-w-0', allowed.length === 1 && 'lg:col-span-2')}>
          {current === 'preferencias' ? <PreferencesSection /> : null}
          <Suspense>
            {current === 'negocio' ? <BusinessSection /> : null}
            {current === 'usuarios' ? <UsersSection /> : null}
          </Suspense>
        </div>
      </div>
    </>
  );
}

function SectionNav({ sections, current }: { sections: Section[]; current: Section }) {
  return (
    <nav
      aria-label={strings.sections}
      className="flex gap-1 overflow-x-auto p-0.5 lg:sticky lg:top-20 lg:flex-col"
    >
      {sections.map((section) => {
        const Icon = icons[section];
        return (
          <Link
            key={section}
            to="/configuracion"
            search={section === 'preferencias' ? {} : { seccion: section }}
            activeOptions={{ exact: true, includeSearch: false }}
            aria-current={section === current ? 'page' : undefined}
            className={cn(
              'flex h-9 shrink-0 items-center gap-2.5 rounded-md px-3 text-sm font-medium pointer-coarse:h-10',
              section === current
                ? 'bg-accent-soft text-accent'
                : 'text-ink-2 hover:bg-surface-2 hover:text-ink',
            )}
          >
            <Icon aria-hidden className="size-4" />
            {strings.section[section]}
          </Link>
        );
      })}
    </nav>
  );
}
