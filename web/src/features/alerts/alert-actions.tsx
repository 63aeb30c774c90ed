import { CircleCheck, Ellipsis, MessageSquarePlus, SlidersHorizontal } from 'lucide-react';
import type { Alert } from '@/features/shared/alert-level';
import { ReorderButton } from '@/features/shared/reorder/reorder-button';
import { useCan } from '@/lib/permissions';
import { Button } from '@/ui/form/button';
import { IconButton } from '@/ui/form/icon-button';
import { onDemand, type StandInProps } from '@/ui/overlay/on-demand';
import { useOpenAlert } from './alert-dialogs';
import { productOf } from './alerted-product';
import { actionStrings as s } from './strings';

/** What a row offers at once, and the rest behind three dots. */
export function AlertActions({ alert }: { alert: Alert }) {
  const open = useOpenAlert();
  const product = productOf(alert);
  const canAdjust = useCan('stock.adjust') && product !== null;
  const canNote = useCan('alerts.note');
  const canResolve = useCan('alerts.resolve') && !alert.isResolved;
  const name = alert.productName;
  return (
    // Above the link that covers the whole row.
    <span className="relative z-10 flex justify-end gap-0.5">
      {canAdjust ? (
        <IconButton label={s.adjustOf(name)} icon={SlidersHorizontal} onClick={() => open({ kind: 'adjust', alert })} />
      ) : null}
      {product && !alert.isResolved ? <ReorderButton product={product} look="icon" /> : null}
      {canNote ? (
        <IconButton label={s.addNoteTo(name)} icon={MessageSquarePlus} onClick={() => open({ kind: 'note', alert })} />
      ) : null}
      {canResolve ? (
        <IconButton label={s.resolveOf(name)} icon={CircleCheck} onClick={() => open({ kind: 'resolve', alert })} />
      ) : null}
      <AlertMenu alert={alert} />
    </span>
  );
}

type AlertMenuProps = { alert: Alert };

function StandIn({ alert, ...button }: AlertMenuProps & StandInProps) {
  return (
    <Button variant="ghost" size="icon" aria-label={s.more(alert.productName)} aria-haspopup="menu" {...button}>
      <Ellipsis aria-hidden />
    </Button>
  );
}

/** Its library arrives with the first hand that reaches for it. */
const AlertMenu = onDemand<AlertMenuProps>(() => import('./alert-menu-popup'), StandIn);
