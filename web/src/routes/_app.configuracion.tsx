import { createFileRoute } from '@tanstack/react-router';
import { startPagePreference, startPages } from '@/app/start-page';
import { parseSettingsSearch } from '@/features/settings/search';
import { SettingsPage } from '@/features/settings/settings-page';
import { onlyKnown } from '@/lib/search-params';
import { lazy } from '@/ui/overlay/lazy';

export const Route = createFileRoute('/_app/configuracion')({
  validateSearch: onlyKnown(parseSettingsSearch),
  component: Settings,
});

const Channels = lazy(() => import('@/features/channels/channels-section'));

const startPage = { preference: startPagePreference, options: startPages };

function Settings() {
  return <SettingsPage channels={Channels} startPage={startPage} />;
}
