import { createFileRoute } from '@tanstack/react-router';
import { EntriesPage } from '@/features/entries/entries-page';

export const Route = createFileRoute('/_app/entrada-stock')({ component: EntriesPage });
