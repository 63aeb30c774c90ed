import { useQuery } from '@tanstack/react-query';
import { ConnectionView, TestButton } from '@/features/shared/connection/connection-view';
import { useActiveLocations } from '@/features/shared/use-locations';
import { errorText } from '@/lib/api-error';
import { useCan } from '@/lib/permissions';
import { Notice } from '@/ui/feedback/states';
import { showToast } from '@/ui/feedback/toast';
import { Button } from '@/ui/form/button';
import { ButtonLink } from '@/ui/form/button-link';
import { CopyField } from '@/ui/form/copy-field';
import { Ago } from '@/ui/layout/ago';
import { Card } from '@/ui/layout/card';
import { Fact } from '@/ui/layout/fact';
import { OverlayHost } from '@/ui/overlay/overlay-host';
import { type Channel, channelQuery, useProcessHeld } from './api';
import { ChannelArticles } from './channel-articles';
import { ActiveSwitch, Situation } from './channel-columns';
import { ChannelGaps } from './channel-gaps';
import { ChannelMenu } from './channel-menu';
import { ChannelPlaces } from './channel-places';
import { ChannelStatuses } from './channel-statuses';
import { channelStrings as s, sourceNames } from './channel-strings';
import { SkuLinks } from './sku-links';
import { useSendTest } from './use-send-test';

/** One shop: its address, how it is doing, and what is known of its way of naming things. */
export function ChannelView({ id }: { id: number }) {
  const query = useQuery(channelQuery(id));
  return (
    <ConnectionView query={query} words={s}>
      {(channel) => (
        <>
          <Facts channel={channel} />
          <ChannelGaps channel={channel} />
          <SkuLinks channel={channel} />
          {/* Most shops have none of these, so they keep no room and come last. */}
          <ChannelStatuses channel={channel} />
          <ChannelPlaces channel={channel} />
          <ChannelArticles channel={channel} />
        </>
      )}
    </ConnectionView>
  );
}

function Facts({ channel }: { channel: Channel }) {
  const { id, name, source, address, isSilent, silenceHours, previousSecretUntil, lastDeliveryAt } = channel;
  const { fault, missesUpdates } = channel;
  const located = useActiveLocations().length > 1;
  const canManage = useCan('integrations.manage');
  const test = useSendTest(channel);
  return (
    <Card aria-labelledby="channel" className="stack-4 p-4">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0 stack-1">
          <h2 id="channel" className="text-lg font-semibold wrap-anywhere">
            {name}
          </h2>
          <Situation channel={channel} />
        </div>
        <div className="flex flex-wrap items-center gap-2">
          <ActiveSwitch channel={channel} />
          <ButtonLink to="/pedidos/entregas" search={{ tienda: id }}>
            {s.deliveries}
          </ButtonLink>
          {canManage ? <TestButton test={test} label={s.test} /> : null}
          <OverlayHost>
            <ChannelMenu channel={channel} />
          </OverlayHost>
        </div>
      </div>
      {isSilent ? (
        <Notice tone="low" title={s.silentText(silenceHours)}>
          {s.silentHelp}
        </Notice>
      ) : null}
      {fault === '' ? null : (
        <Notice tone="low" title={s.faultTitle}>
          {fault}
        </Notice>
      )}
      {missesUpdates ? (
        <Notice tone="low" title={s.halfTitle}>
          {s.halfText[source]}
        </Notice>
      ) : null}
      {channel.held > 0 ? <Held channel={channel} /> : null}
      {address === '' ? (
        <p className="text-sm text-ink-2">{s.addressHidden}</p>
      ) : (
        <CopyField label={s.address} value={address} hint={s.addressHint} />
      )}
      {previousSecretUntil ? <Notice tone="info">{s.previousUntil(previousSecretUntil)}</Notice> : null}
      <dl className="ruled">
        <Fact label={s.type}>{sourceNames[source]}</Fact>
        {located ? <Fact label={s.locationShort}>{channel.location}</Fact> : null}
        <Fact label={s.columns.last}>{lastDeliveryAt === null ? s.never : <Ago at={lastDeliveryAt} />}</Fact>
        <Fact label={s.silence}>{s.silenceAfter(silenceHours)}</Fact>
      </dl>
    </Card>
  );
}

/** What came while the shop was off here is not lost: a user has it processed. */
function Held({ channel: { id, held, isActive } }: { channel: Channel }) {
  const canHandle = useCan('deliveries.handle');
  const process = useProcessHeld(id);

  /** Once nothing is held this notice is gone, which the answer may find out later than the page. */
  async function processAll() {
    try {
      const { deliveries } = await process.mutateAsync();
      showToast({ title: s.heldQueued(deliveries) });
    } catch (error) {
      showToast({ type: 'error', title: s.heldFailed, description: errorText(error) });
    }
  }

  return (
    <Notice tone="low" title={s.heldTitle(held)}>
      <p>{s.heldText}</p>
      {canHandle && isActive ? (
        <Button
          size="sm"
          className="mt-2"
          busy={process.isPending}
          busyLabel={s.processingHeld}
          onClick={() => void processAll()}
        >
          {s.processHeld}
        </Button>
      ) : null}
    </Notice>
  );
}
