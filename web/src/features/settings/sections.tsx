import {
  Bell,
  Building2,
  DatabaseBackup,
  History,
  type LucideIcon,
  Mail,
  ShieldCheck,
  SlidersHorizontal,
  Tags,
  Users,
  Warehouse,
  Webhook,
} from 'lucide-react';
import type { ComponentType } from 'react';
import type { Permission } from '@/lib/permissions';
import { lazy } from '@/ui/overlay/lazy';
import { PreferencesSection, type StartPageChoice } from './preferences-section';
import type { Section } from './search';

/** What belongs to other features comes from the route, where features meet. */
export type SettingsParts = { channels: ComponentType; startPage: StartPageChoice };

type SectionEntry = {
  label: string;
  icon: LucideIcon;
  /** Who may open it; without one everybody may. */
  permission?: Permission;
  /** Loaded by those who open it, except for what the screen begins with. */
  content: ComponentType<SettingsParts>;
};

/** The manifest of the settings, by the name that a section has in the address. */
export const sectionEntries: Record<Section, SectionEntry> = {
  preferencias: { label: 'Preferencias', icon: SlidersHorizontal, content: PreferencesSection },
  notificaciones: {
    label: 'Notificaciones',
    icon: Bell,
    permission: 'account.use',
    content: lazy(() => import('./notices/notices-section')),
  },
  negocio: {
    label: 'Negocio',
    icon: Building2,
    permission: 'settings.manage',
    content: lazy(() => import('./business/business-section')),
  },
  usuarios: {
    label: 'Usuarios y roles',
    icon: Users,
    permission: 'users.manage',
    content: lazy(() => import('./users/users-section')),
  },
  almacenes: {
    label: 'Almacenes',
    icon: Warehouse,
    permission: 'locations.manage',
    content: lazy(() => import('./locations/locations-section')),
  },
  etiquetas: {
    label: 'Categorías, marcas y etiquetas',
    icon: Tags,
    permission: 'products.edit',
    content: lazy(() => import('./labels/labels-section')),
  },
  correo: {
    label: 'Correo',
    icon: Mail,
    permission: 'settings.manage',
    content: lazy(() => import('./mail/mail-section')),
  },
  integraciones: {
    label: 'Integraciones',
    icon: Webhook,
    permission: 'deliveries.read',
    content: lazy(() => import('./integrations/integrations-section')),
  },
  registro: {
    label: 'Registro de cambios',
    icon: History,
    permission: 'audit.read',
    content: lazy(() => import('./audit/audit-section')),
  },
  copias: {
    label: 'Copias de seguridad',
    icon: DatabaseBackup,
    permission: 'backups.manage',
    content: lazy(() => import('./backups/backups-section')),
  },
  comprobacion: {
    label: 'Comprobación de movimientos',
    icon: ShieldCheck,
    permission: 'ledger.check',
    content: lazy(() => import('./ledger/ledger-section')),
  },
};
