import { createFileRoute } from '@tanstack/react-router';
import { PurchasesPage } from '@/features/purchases/purchases-page';
import { parsePurchasesSearch } from '@/features/purchases/search';
import { onlyKnown } from '@/lib/search-params';

export const Route = createFileRoute('/_app/compras')({
  validateSearch: onlyKnown(parsePurchasesSearch),
  component: PurchasesPage,
});
