import { CircleCheck, EyeOff } from 'lucide-react';
import { Badge } from '@/ui/feedback/badge';
import type { Stocktake } from './api';
import { strings } from './strings';

export function StateBadge({ stocktake: { state, blind } }: { stocktake: Stocktake }) {
  if (state === 'posted') {
    return (
      <span className="inline-flex items-center gap-1 text-xs font-medium whitespace-nowrap text-ink-2">
        <CircleCheck aria-hidden className="size-3.5 text-ok-solid" />
        {strings.states.posted}
      </span>
    );
  }
  return (
    <span className="inline-flex gap-1.5">
      <Badge tone={state === 'open' ? 'info' : 'mute'}>{strings.states[state]}</Badge>
      {state === 'open' && blind ? (
        <Badge tone="mute" icon={EyeOff}>
          {strings.blind}
        </Badge>
      ) : null}
    </span>
  );
}
