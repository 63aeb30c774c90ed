import { Badge } from '@/ui/feedback/badge';
import type { Tone } from '@/ui/feedback/tone';
import { stateNames } from './delivery-strings';
import type { DeliveryState } from './search';

const tones: Record<DeliveryState, Tone> = {
  pending: 'info',
  retrying: 'low',
  processed: 'ok',
  unmatched: 'low',
  ignored: 'mute',
  held: 'low',
  duplicate: 'mute',
  refused: 'out',
  failed: 'out',
};

export function DeliveryStateBadge({ state }: { state: DeliveryState }) {
  return <Badge tone={tones[state]}>{stateNames[state]}</Badge>;
}
