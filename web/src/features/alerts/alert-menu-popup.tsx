import { Link } from '@tanstack/react-router';
import { BellRing, Box, Clock, Ellipsis, Eye, PackagePlus, Truck } from 'lucide-react';
import type { Alert } from '@/features/shared/alert-level';
import { useCan } from '@/lib/permissions';
import { Button } from '@/ui/form/button';
import { Menu, MenuItem, MenuPopup, MenuTrigger } from '@/ui/overlay/menu';
import { useOpenAlert } from './alert-dialogs';
import { actionStrings as s } from './strings';
import { useWake } from './use-wake';

/** Opens by itself because it is fetched on the first click. */
export default function AlertMenuPopup({ alert }: { alert: Alert }) {
  return (
    <Menu defaultOpen>
      <MenuTrigger
        render={
          <Button variant="ghost" size="icon" aria-label={s.more(alert.productName)}>
            <Ellipsis aria-hidden />
          </Button>
        }
      />
      <MenuPopup>
        <MenuItem render={<Link to="/alertas-stock/$id" params={{ id: String(alert.id) }} />}>
          <Eye aria-hidden />
          {s.details}
        </MenuItem>
        <SubjectItems alert={alert} />
        <RestItem alert={alert} />
      </MenuPopup>
    </Menu>
  );
}

function SubjectItems({ alert: { productId, productDeleted, purchaseId } }: { alert: Alert }) {
  const canEnter = useCan('entries.edit');
  if (purchaseId !== null) {
    return (
      <MenuItem render={<Link to="/compras/$id" params={{ id: String(purchaseId) }} />}>
        <Truck aria-hidden />
        {s.purchase}
      </MenuItem>
    );
  }
  if (productId === null || productDeleted) return null;
  return (
    <>
      <MenuItem render={<Link to="/productos/$id" params={{ id: String(productId) }} />}>
        <Box aria-hidden />
        {s.product}
      </MenuItem>
      {canEnter ? (
        <MenuItem render={<Link to="/entrada-stock" search={{ nueva: 'si', producto: productId }} />}>
          <PackagePlus aria-hidden />
          {s.newEntry}
        </MenuItem>
      ) : null}
    </>
  );
}

function RestItem({ alert }: { alert: Alert }) {
  const open = useOpenAlert();
  const wake = useWake();
  const canResolve = useCan('alerts.resolve');
  if (!canResolve || alert.isResolved) return null;
  if (alert.state === 'snoozed') {
    return (
      <MenuItem onClick={() => wake(alert.id)}>
        <BellRing aria-hidden />
        {s.wake}
      </MenuItem>
    );
  }
  return (
    <MenuItem onClick={() => open({ kind: 'snooze', alert })}>
      <Clock aria-hidden />
      {s.snooze}
    </MenuItem>
  );
}
