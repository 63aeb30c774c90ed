import { useNavigate } from '@tanstack/react-router';
import { Check, Combine, Pencil, PowerOff, ShoppingCart, Trash2 } from 'lucide-react';
import { Suspense, useState } from 'react';
import { errorText } from '@/lib/api-error';
import { useCan } from '@/lib/permissions';
import { Badge } from '@/ui/feedback/badge';
import { showToast } from '@/ui/feedback/toast';
import { Button } from '@/ui/form/button';
import { ButtonLink } from '@/ui/form/button-link';
import { PageHeader } from '@/ui/layout/page-header';
import { RowMenu } from '@/ui/list/row-menu';
import { lazy } from '@/ui/overlay/lazy';
import { MenuItem, MenuSeparator } from '@/ui/overlay/menu';
import { RemoveDialog } from '@/ui/overlay/remove-dialog';
import { type Supplier, useChangeSupplier, useRemoveSupplier } from './api';
import { strings as list, detailStrings as s } from './strings';

const SupplierDialog = lazy(() => import('./supplier-dialog'));
const MergeDialog = lazy(() => import('./merge-dialog'));

type Asked = 'edit' | 'merge' | 'remove' | null;

/** The supplier's name and what can be done with it. */
export function SupplierHeader({ supplier }: { supplier: Supplier }) {
  const canEdit = useCan('purchases.edit') && supplier.mergedInto === null;
  const [asked, setAsked] = useState<Asked>(null);
  const navigate = useNavigate();
  const remove = useRemoveSupplier();
  const close = () => setAsked(null);
  return (
    <>
      <PageHeader
        title={supplier.name}
        subtitle={supplier.isActive ? undefined : <Badge tone="mute">{list.inactive}</Badge>}
        actions={
          canEdit ? (
            <>
              <More supplier={supplier} onAsk={setAsked} />
              <Button className="max-sm:flex-1" onClick={() => setAsked('edit')}>
                <Pencil aria-hidden />
                {s.edit}
              </Button>
              {supplier.isActive ? (
                <ButtonLink
                  to="/compras"
                  search={{ nueva: 'si', proveedor: supplier.id }}
                  variant="primary"
                  className="max-sm:flex-1"
                >
                  <ShoppingCart aria-hidden />
                  {s.newPurchase}
                </ButtonLink>
              ) : null}
            </>
          ) : undefined
        }
      />
      <Suspense>
        {asked === 'edit' ? <SupplierDialog supplier={supplier} onClose={close} onSaved={close} /> : null}
        {asked === 'merge' ? (
          <MergeDialog
            supplier={supplier}
            onClose={close}
            onMerged={({ id }) => void navigate({ to: '/proveedores/$id', params: { id: String(id) } })}
          />
        ) : null}
        {asked === 'remove' ? (
          <RemoveDialog
            thing={supplier}
            words={s}
            remove={remove}
            onClose={close}
            onRemoved={() => void navigate({ to: '/proveedores' })}
          />
        ) : null}
      </Suspense>
    </>
  );
}

function More({ supplier, onAsk }: { supplier: Supplier; onAsk: (asked: Asked) => void }) {
  const change = useChangeSupplier();

  async function setActive(isActive: boolean) {
    try {
      await change.mutateAsync({ seen: supplier, change: { isActive } });
      showToast({ title: isActive ? s.activated : s.deactivated, description: supplier.name });
    } catch (error) {
      showToast({ type: 'error', title: s.changeFailed, description: errorText(error) });
    }
  }

  return (
    <RowMenu label={s.more}>
      {supplier.isActive ? (
        <MenuItem onClick={() => void setActive(false)}>
          <PowerOff aria-hidden />
          {s.deactivate}
        </MenuItem>
      ) : (
        <MenuItem onClick={() => void setActive(true)}>
          <Check aria-hidden />
          {s.activate}
        </MenuItem>
      )}
      <MenuItem onClick={() => onAsk('merge')}>
        <Combine aria-hidden />
        {s.merge}
      </MenuItem>
      <MenuSeparator />
      <MenuItem danger onClick={() => onAsk('remove')}>
        <Trash2 aria-hidden />
        {s.remove}
      </MenuItem>
    </RowMenu>
  );
}
