import { createFileRoute } from '@tanstack/react-router';
import { parseSettingsSearch } from '@/features/settings/search';
import { SettingsPage } from '@/features/settings/settings-page';
import { onlyKnown } from '@/lib/search-params';

export const Route = createFileRoute('/_app/configuracion')({
  validateSearch: onlyKnown(parseSettingsSearch),
  component: SettingsPage,
});
