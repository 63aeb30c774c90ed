import { createFileRoute } from '@tanstack/react-router';
import { AlertsPage } from '@/features/alerts/alerts-page';
import { parseAlertsSearch } from '@/features/alerts/search';
import { onlyKnown } from '@/lib/search-params';

export const Route = createFileRoute('/_app/alertas-stock')({
  validateSearch: onlyKnown(parseAlertsSearch),
  component: AlertsPage,
});
