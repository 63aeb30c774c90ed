import { createFileRoute } from '@tanstack/react-router';
import { parseSettingsSearch } from '@/features/settings/search';
import { SettingsPage } from '@/features/settings/settings-page';

export const Route = createFileRoute('/_app/configuracion')({
  validateSearch: parseSettingsSearch,
  component: SettingsPage,
});
