import { useQuery } from '@tanstack/react-query';
import { Send } from 'lucide-react';
import { useActiveLocations } from '@/features/shared/use-locations';
import { ApiError, errorText } from '@/lib/api-error';
import { useCan } from '@/lib/permissions';
import { Skeleton } from '@/ui/feedback/skeleton';
import { ErrorState, LoadingRegion, Notice } from '@/ui/feedback/states';
import { Button } from '@/ui/form/button';
import { ButtonLink } from '@/ui/form/button-link';
import { CopyField } from '@/ui/form/copy-field';
import { Ago } from '@/ui/layout/ago';
import { BackLink } from '@/ui/layout/back-link';
import { Card } from '@/ui/layout/card';
import { Fact } from '@/ui/layout/fact';
import { OverlayHost } from '@/ui/overlay/overlay-host';
import { type Channel, channelQuery } from './api';
import { ActiveSwitch, Situation } from './channel-columns';
import { ChannelGaps } from './channel-gaps';
import { ChannelMenu } from './channel-menu';
import { channelStrings as s, sourceNames } from './channel-strings';
import { SkuLinks } from './sku-links';
import { useSendTest } from './use-send-test';

/** One shop: its address, how it is doing, and what is known of its way of naming things. */
export function ChannelView({ id }: { id: number }) {
  const { data, error, refetch } = useQuery(channelQuery(id));
  const isGone = error instanceof ApiError && error.status === 404;
  return (
    <div className="stack-4">
      <BackLink to="/configuracion" search={{ seccion: 'integraciones' }}>
        {s.back}
      </BackLink>
      {isGone ? (
        <Card>
          <ErrorState title={s.gone} text={s.goneText} />
        </Card>
      ) : data ? (
        <>
          <Facts channel={data} />
          <ChannelGaps channel={data} />
          <SkuLinks channel={data} />
        </>
      ) : error ? (
        <Card>
          <ErrorState title={s.loadFailed} text={errorText(error)} onRetry={() => void refetch()} />
        </Card>
      ) : (
        <LoadingRegion label={s.viewLoading}>
          <Card className="stack-3 p-4">
            <Skeleton className="w-48" />
            <Skeleton className="w-80 max-w-full" />
          </Card>
        </LoadingRegion>
      )}
    </div>
  );
}

function Facts({ channel }: { channel: Channel }) {
  const { id, name, source, address, isSilent, silenceHours, previousSecretUntil, lastDeliveryAt } = channel;
  const located = useActiveLocations().length > 1;
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
          <TestButton channel={channel} />
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

function TestButton({ channel }: { channel: Channel }) {
  const canManage = useCan('integrations.manage');
  const test = useSendTest(channel);
  if (!canManage) return null;
  return (
    <Button busy={test.isPending} onClick={() => void test.send()}>
      <Send aria-hidden />
      {s.test}
    </Button>
  );
}
