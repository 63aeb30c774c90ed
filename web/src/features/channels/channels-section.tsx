import { getRouteApi } from '@tanstack/react-router';
import { ChannelView } from './channel-view';
import { ChannelsCard } from './channels-card';

const route = getRouteApi('/_app/configuracion');

/** The shops that send their orders here; one of them alone has an address of its own. */
export default function ChannelsSection() {
  const { tienda } = route.useSearch();
  return tienda === undefined ? <ChannelsCard /> : <ChannelView key={tienda} id={tienda} />;
}
