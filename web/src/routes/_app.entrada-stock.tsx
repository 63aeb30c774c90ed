import { createFileRoute } from '@tanstack/react-router';
import { EntriesPage } from '@/features/entries/entries-page';
import { parseEntriesSearch } from '@/features/entries/search';
import { onlyKnown } from '@/lib/search-params';

export const Route = createFileRoute('/_app/entrada-stock')({
  validateSearch: onlyKnown(parseEntriesSearch),
  component: EntriesPage,
});
