import type { Profile } from './api-types';
import { useUser } from './session';

/** The guarded actions of the server that a screen asks about. */
export type Permission =
  | 'account.use'
  | 'settings.read'
  | 'settings.manage'
  | 'users.manage'
  | 'audit.read'
  | 'products.edit'
  | 'products.delete'
  | 'files.import'
  | 'prices.edit'
  | 'stock.adjust'
  | 'locations.manage'
  | 'entries.edit'
  | 'entries.delete'
  | 'costs.read'
  | 'costs.edit'
  | 'purchases.edit'
  | 'purchases.receive'
  | 'orders.edit'
  | 'alerts.note'
  | 'alerts.resolve'
  | 'ledger.check'
  | 'integrations.manage'
  | 'backups.manage'
  | 'deliveries.read'
  | 'deliveries.handle'
  | 'tickets.attend';

export function can(user: Profile, permission: Permission): boolean {
  return user.permissions.includes(permission);
}

/** Hides what would be refused; the server decides all the same. */
export function useCan(permission: Permission): boolean {
  return can(useUser(), permission);
}
