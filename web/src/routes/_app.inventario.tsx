import { createFileRoute } from '@tanstack/react-router';
import { InventoryPage } from '@/features/inventory/inventory-page';
import { parseInventorySearch } from '@/features/inventory/search';
import { StockTab } from '@/features/inventory/stock-tab';
import { onlyKnown } from '@/lib/search-params';
import { lazy } from '@/ui/overlay/lazy';

export const Route = createFileRoute('/_app/inventario')({
  validateSearch: onlyKnown(parseInventorySearch),
  component: Inventory,
});

const parts = {
  existencias: StockTab,
  movimientos: lazy(() => import('@/features/movements/list/movements-tab')),
  recuentos: lazy(() => import('@/features/stocktakes/stocktakes-tab')),
  fecha: lazy(() => import('@/features/inventory/instant/instant-tab')),
};

function Inventory() {
  return <InventoryPage parts={parts} />;
}
