import { createFileRoute } from '@tanstack/react-router';
import { EntriesPage } from '@/features/entries/entries-page';
import { parseEntriesSearch } from '@/features/entries/search';

export const Route = createFileRoute('/_app/entrada-stock')({
  validateSearch: parseEntriesSearch,
  component: EntriesPage,
});
