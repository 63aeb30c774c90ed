import { getRouteApi, Link } from '@tanstack/react-router';
import {
  Bell,
  Building2,
  DatabaseBackup,
  History,
  type LucideIcon,
  ShieldCheck,
  SlidersHorizontal,
  Tags,
  Users,
  Warehouse,
  Webhook,
} from 'lucide-react';
import { type ComponentType, lazy, Suspense } from 'react';
import { cn } from '@/lib/cn';
import { can, type Permission } from '@/lib/permissions';
import { useUser } from '@/lib/session';
import { LoadingPart } from '@/ui/feedback/loading-part';
import { PageHeader } from '@/ui/layout/page-header';
import { PreferencesSection } from './preferences-section';
import { type Section, sections } from './search';
import { strings } from './strings';

/** The parts that belong to other nouns come from the route, where features meet. */
type SettingsParts = { channels: ComponentType };

// Loaded by those who open them.
const guarded: Record<Exclude<Section, 'preferencias'>, ComponentType<SettingsParts>> = {
  notificaciones: lazy(() => import('./notices/notices-section')),
  negocio: lazy(() => import('./business/business-section')),
  usuarios: lazy(() => import('./users/users-section')),
  almacenes: lazy(() => import('./locations/locations-section')),
  etiquetas: lazy(() => import('./labels/labels-section')),
  integraciones: lazy(() => import('./integrations/integrations-section')),
  registro: lazy(() => import('./audit/audit-section')),
  copias: lazy(() => import('./backups/backups-section')),
  comprobacion: lazy(() => import('./ledger/ledger-section')),
};

const route = getRouteApi('/_app/configuracion');

const icons: Record<Section, LucideIcon> = {
  preferencias: SlidersHorizontal,
  notificaciones: Bell,
  negocio: Building2,
  usuarios: Users,
  almacenes: Warehouse,
  etiquetas: Tags,
  integraciones: Webhook,
  registro: History,
  copias: DatabaseBackup,
  comprobacion: ShieldCheck,
};

/** Who may open what; the preferences are everybody's. */
const permissions: Record<Exclude<Section, 'preferencias'>, Permission> = {
  notificaciones: 'account.use',
  negocio: 'settings.manage',
  usuarios: 'users.manage',
  almacenes: 'locations.manage',
  etiquetas: 'products.edit',
  integraciones: 'deliveries.read',
  registro: 'audit.read',
  copias: 'backups.manage',
  comprobacion: 'ledger.check',
};

function useAllowedSections(): Section[] {
  const user = useUser();
  return sections.filter((section) => section === 'preferencias' || can(user, permissions[section]));
}

export function SettingsPage({ channels }: SettingsParts) {
  const allowed = useAllowedSections();
  const { seccion } = route.useSearch();
  // A link to a section this person may not open leads to what they may.
  const current = allowed.find((section) => section === seccion) ?? 'preferencias';
  return (
    <>
      <PageHeader title={strings.title} subtitle={strings.subtitle} />
      <div className="grid items-start gap-5 lg:grid-cols-[16rem_minmax(0,1fr)]">
        <SectionNav allowed={allowed} current={current} />
        <div className="min-w-0">
          {current === 'preferencias' ? (
            <PreferencesSection />
          ) : (
            <Suspense fallback={<LoadingPart />}>
              <Guarded section={current} channels={channels} />
            </Suspense>
          )}
        </div>
      </div>
    </>
  );
}

type GuardedProps = SettingsParts & { section: Exclude<Section, 'preferencias'> };

function Guarded({ section, channels }: GuardedProps) {
  const Content = guarded[section];
  return <Content channels={channels} />;
}

function SectionNav({ allowed, current }: { allowed: Section[]; current: Section }) {
  return (
    <nav
      aria-label={strings.sections}
      className="flex gap-1 overflow-x-auto p-0.5 lg:sticky lg:top-20 lg:flex-col"
    >
      {allowed.map((section) => {
        const Icon = icons[section];
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

function showInRow(link: HTMLAnchorElement | null) {
  link?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
}
