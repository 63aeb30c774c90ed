import { createFileRoute } from '@tanstack/react-router';
import { PendingPage } from '@/features/purchases/pending-page';
import { parsePendingSearch } from '@/features/purchases/search';
import { onlyKnown } from '@/lib/search-params';

export const Route = createFileRoute('/_app/compras_/pendiente')({
  validateSearch: onlyKnown(parsePendingSearch),
  component: PendingPage,
});
