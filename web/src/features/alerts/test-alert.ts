import type { Alert } from '@/features/shared/alert-level';

/** An alert with whatever a test cares about. */
export function testAlert(known: Partial<Alert> = {}): Alert {
  return {
    id: 4,
    kind: 'stock',
    productId: 7,
    channelId: null,
    productName: 'Taladro percutor',
    sku: 'HER-1',
    imageUrl: '',
    currentStock: 0,
    minStock: 3,
    alertDays: 30,
    alertBlocked: false,
    shortage: 0,
    toDo: 12,
    runsOutIn: 0,
    alertLevel: 'out_of_stock',
    alertLevelName: 'Sin Stock',
    type: 'stock_out',
    severity: 'high',
    title: 'Sin stock: Taladro percutor',
    message: 'No queda ninguna unidad.',
    notes: [],
    createdAt: '2026-11-14T09:00:00Z',
    updatedAt: '2026-11-14T09:00:00Z',
    state: 'open',
    snoozedUntil: null,
    isResolved: false,
    resolvedAt: null,
    resolvedBy: null,
    resolvedById: 0,
    resolution: '',
    productDeleted: false,
    ...known,
  };
}
