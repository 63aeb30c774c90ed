import { createFileRoute } from '@tanstack/react-router';
import { parseFaqSearch } from '@/features/support/search';
import { SupportPage } from '@/features/support/support-page';
import { onlyKnown } from '@/lib/search-params';

export const Route = createFileRoute('/_app/soporte')({
  validateSearch: onlyKnown(parseFaqSearch),
  component: SupportPage,
});
