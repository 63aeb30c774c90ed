import { createFileRoute } from '@tanstack/react-router';
import { parseTicketsSearch } from '@/features/support/search';
import { TicketsPage } from '@/features/support/tickets-page';
import { onlyKnown } from '@/lib/search-params';

export const Route = createFileRoute('/_app/soporte_/tickets')({
  validateSearch: onlyKnown(parseTicketsSearch),
  component: TicketsPage,
});
