import { useQuery } from '@tanstack/react-query';
import { useActiveLocations } from '@/features/shared/use-locations';
import { errorText } from '@/lib/api-error';
import { useCan } from '@/lib/permissions';
import { ErrorBanner } from '@/ui/feedback/states';
import { showToast } from '@/ui/feedback/toast';
import { Select } from '@/ui/form/select';
import { Card, CardHeader } from '@/ui/layout/card';
import { type Channel, type ChannelPlace, channelPlacesQuery, useLinkPlace } from './api';
import { channelStrings as s } from './channel-strings';

/** Places that a shop sends from: where there are several locations, each may be one of them. */
export function ChannelPlaces({ channel: { id } }: { channel: Channel }) {
  const locations = useActiveLocations();
  const { data, error, refetch } = useQuery(channelPlacesQuery(id));
  if (error && !data) {
    return <ErrorBanner title={s.placesFailed} text={errorText(error)} onRetry={() => void refetch()} />;
  }
  if (!data || data.results.length === 0 || locations.length < 2) return null;
  const options = locations.map(({ id: value, name }) => ({ value: String(value), label: name }));
  return (
    <Card aria-labelledby="channel-places">
      <CardHeader id="channel-places" title={s.places} description={s.placesHint} />
      <ul className="ruled border-t border-line">
        {data.results.map((place) => (
          <Place key={place.place} channelId={id} place={place} options={options} />
        ))}
      </ul>
    </Card>
  );
}

type PlaceProps = { channelId: number; place: ChannelPlace; options: { value: string; label: string }[] };

function Place({ channelId, place: { place, locationId, location }, options }: PlaceProps) {
  const canHandle = useCan('deliveries.handle');
  const link = useLinkPlace(channelId);
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 px-4 py-2">
      <p className="min-w-0 font-medium wrap-anywhere">{place}</p>
      {canHandle ? (
        <Select
          small
          aria-label={s.placeOf(place)}
          options={[{ value: '', label: s.placeUnknown }, ...options]}
          value={String((link.isPending ? link.variables.locationId : locationId) ?? '')}
          onChange={(event) =>
            link.mutate(
              { place, locationId: event.target.value === '' ? null : Number(event.target.value) },
              {
                onSuccess: () => showToast({ title: s.placeSaved(place) }),
                onError: (error) => showToast({ type: 'error', title: s.dismissFailed, description: errorText(error) }),
              },
            )
          }
        />
      ) : (
        <span className="text-sm text-ink-3">{locationId === null ? s.placeUnknown : location}</span>
      )}
    </li>
  );
}
