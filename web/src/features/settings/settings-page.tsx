import { getRouteApi, Link } from '@tanstack/react-router';
import { Suspense } from 'react';
import { cn } from '@/lib/cn';
import { can } from '@/lib/permissions';
import { useUser } from '@/lib/session';
import { LoadingPart } from '@/ui/feedback/loading-part';
import { PageHeader } from '@/ui/layout/page-header';
import { type Section, sections } from './search';
import { type SettingsParts, sectionEntries } from './sections';
import { strings } from './strings';

const route = getRouteApi('/_app/configuracion');

function useAllowedSections(): Section[] {
  const user = useUser();
  return sections.filter((section) => {
    const { permission } = sectionEntries[section];
    return permission === undefined || can(user, permission);
  });
}

export function SettingsPage(parts: SettingsParts) {
  const allowed = useAllowedSections();
  const { seccion } = route.useSearch();
  // A link to a section this person may not open leads to what they may.
  const current = allowed.find((section) => section === seccion) ?? 'preferencias';
  const { content: Content } = sectionEntries[current];
  return (
    <>
      <PageHeader title={strings.title} subtitle={strings.subtitle} />
      <div className="grid items-start gap-5 lg:grid-cols-[16rem_minmax(0,1fr)]">
        <SectionNav allowed={allowed} current={current} />
        <div className="min-w-0">
          <Suspense fallback={<LoadingPart />}>
            <Content {...parts} />
          </Suspense>
        </div>
      </div>
    </>
  );
}

function SectionNav({ allowed, current }: { allowed: Section[]; current: Section }) {
  return (
    <nav aria-label={strings.sections} className="flex gap-1 overflow-x-auto p-0.5 lg:sticky lg:top-20 lg:flex-col">
      {allowed.map((section) => {
        const { icon: Icon, label } = sectionEntries[section];
        return (
          <Link
            key={section}
            to="/configuracion"
            search={section === 'preferencias' ? {} : { seccion: section }}
            activeOptions={{ exact: true, includeSearch: false }}
            aria-current={section === current ? 'page' : undefined}
            // Where the list scrolls sideways, the one that is open must not lie outside of it.
            ref={section === current ? showInRow : undefined}
            className={cn(
              'flex h-9 shrink-0 items-center gap-2.5 rounded-md px-3 text-sm font-medium pointer-coarse:h-10',
              section === current ? 'bg-accent-soft text-accent' : 'text-ink-2 hover:bg-surface-2 hover:text-ink',
            )}
          >
            <Icon aria-hidden className="size-4" />
            {label}
          </Link>
        );
      })}
    </nav>
  );
}

function showInRow(link: HTMLAnchorElement | null) {
  link?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
}
