import { Clock } from 'lucide-react';
import { Badge } from '@/ui/feedback/badge';
import type { Tone } from '@/ui/feedback/tone';
import type { PurchaseStatus } from './search';
import { detailStrings, strings } from './strings';

const tones: Record<PurchaseStatus, Tone> = {
  draft: 'mute',
  sent: 'info',
  received: 'ok',
  closed: 'mute',
  cancelled: 'out',
};

/** A status that a newer server knows and this page does not has a name all the same. */
export function PurchaseStatusBadge({ status, isLate }: { status: PurchaseStatus; isLate: boolean }) {
  return (
    <span className="inline-flex flex-wrap items-center gap-1">
      <Badge tone={tones[status] ?? 'mute'}>{strings.statusNames[status] ?? 'Desconocido'}</Badge>
      {isLate ? (
        <Badge tone="crit" icon={Clock}>
          {detailStrings.late}
        </Badge>
      ) : null}
    </span>
  );
}
