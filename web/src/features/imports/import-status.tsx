import { CircleCheck, CircleSlash } from 'lucide-react';
import { formatPercent } from '@/lib/format';
import { Badge } from '@/ui/feedback/badge';
import type { ImportRow } from './api';
import { isAtWork, shareDone } from './progress';
import { strings } from './strings';

export function ImportStatusBadge({ imported }: { imported: ImportRow }) {
  const { status } = imported;
  const label = strings.statuses[status];
  if (status === 'done') {
    return (
      <span className="inline-flex items-center gap-1 text-xs font-medium whitespace-nowrap text-ink-2">
        <CircleCheck aria-hidden className="size-3.5 text-ok-solid" />
        {label}
      </span>
    );
  }
  if (status === 'failed') {
    return (
      <Badge tone="out" icon={CircleSlash}>
        {label}
      </Badge>
    );
  }
  const share = shareDone(imported);
  return (
    <Badge tone={isAtWork(status) ? 'info' : 'mute'} className="num">
      {share === null ? label : `${label} ${formatPercent(share * 100)}`}
    </Badge>
  );
}
