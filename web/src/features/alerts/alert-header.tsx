import { BellRing, CircleCheck, Clock, PackagePlus, SlidersHorizontal, Truck } from 'lucide-react';
import { type Alert, AlertBadges } from '@/features/shared/alert-level';
import { ReorderButton } from '@/features/shared/reorder/reorder-button';
import { useCan } from '@/lib/permissions';
import { Button } from '@/ui/form/button';
import { ButtonLink } from '@/ui/form/button-link';
import { PageHeader } from '@/ui/layout/page-header';
import { useOpenAlert } from './alert-dialogs';
import { productOf } from './alerted-product';
import { actionStrings as s } from './strings';
import { useWake } from './use-wake';

/** What is wrong, and everything that can be done about it. */
export function AlertHeader({ alert }: { alert: Alert }) {
  return (
    <PageHeader
      title={alert.title}
      subtitle={
        <span className="mt-1 block">
          <AlertBadges alert={alert} />
        </span>
      }
      actions={
        <>
          <RestAction alert={alert} />
          <StockActions alert={alert} />
          <ResolveAction alert={alert} />
        </>
      }
    />
  );
}

function RestAction({ alert }: { alert: Alert }) {
  const open = useOpenAlert();
  const wake = useWake();
  const canResolve = useCan('alerts.resolve');
  if (!canResolve || alert.isResolved) return null;
  if (alert.state === 'snoozed') {
    return (
      <Button className="max-sm:flex-1" onClick={() => wake(alert.id)}>
        <BellRing aria-hidden />
        {s.wake}
      </Button>
    );
  }
  return (
    <Button className="max-sm:flex-1" onClick={() => open({ kind: 'snooze', alert })}>
      <Clock aria-hidden />
      {s.snooze}
    </Button>
  );
}

function StockActions({ alert }: { alert: Alert }) {
  const open = useOpenAlert();
  const canAdjust = useCan('stock.adjust');
  const canEnter = useCan('entries.edit');
  if (alert.purchaseId !== null) {
    return (
      <ButtonLink to="/compras/$id" params={{ id: String(alert.purchaseId) }} className="max-sm:flex-1">
        <Truck aria-hidden />
        {s.purchase}
      </ButtonLink>
    );
  }
  const product = productOf(alert);
  if (product === null) return null;
  return (
    <>
      {canAdjust ? (
        <Button className="max-sm:flex-1" onClick={() => open({ kind: 'adjust', alert })}>
          <SlidersHorizontal aria-hidden />
          {s.adjust}
        </Button>
      ) : null}
      {canEnter ? (
        <ButtonLink to="/entrada-stock" search={{ nueva: 'si', producto: product.id }} className="max-sm:flex-1">
          <PackagePlus aria-hidden />
          {s.newEntry}
        </ButtonLink>
      ) : null}
      {alert.isResolved ? null : <ReorderButton product={product} look="word" className="max-sm:flex-1" />}
    </>
  );
}

function ResolveAction({ alert }: { alert: Alert }) {
  const open = useOpenAlert();
  const canResolve = useCan('alerts.resolve');
  if (!canResolve || alert.isResolved) return null;
  return (
    <Button variant="primary" className="max-sm:flex-1" onClick={() => open({ kind: 'resolve', alert })}>
      <CircleCheck aria-hidden />
      {s.resolve}
    </Button>
  );
}
