import { Link } from '@tanstack/react-router';
import { BellOff, BellRing, CalendarClock, Copy, Eye, Gauge, Pencil, SlidersHorizontal, Trash2 } from 'lucide-react';
import type { ReactElement } from 'react';
import { useCan } from '@/lib/permissions';
import { Menu, MenuItem, MenuPopup, MenuSeparator, MenuTrigger } from '@/ui/overlay/menu';
import type { Product } from './api';
import { useOpenDialog, useToggleAlert } from './product-actions';
import { actionStrings as s } from './strings';

type ProductMenuPopupProps = {
  product: Product;
  trigger: ReactElement;
  /** On the product's own page there is nothing more to see. */
  withDetails: boolean;
};

/** Everything that can be done with a product. Opens by itself because it is fetched on the first click. */
export default function ProductMenuPopup({ product, trigger, withDetails }: ProductMenuPopupProps) {
  return (
    <Menu defaultOpen>
      <MenuTrigger render={trigger} />
      <MenuPopup>
        {withDetails ? (
          <MenuItem render={<Link to="/productos/$id" params={{ id: String(product.idProduct) }} />}>
            <Eye aria-hidden />
            {s.details}
          </MenuItem>
        ) : null}
        <Changes product={product} />
      </MenuPopup>
    </Menu>
  );
}

function Changes({ product }: { product: Product }) {
  const open = useOpenDialog();
  const toggleAlert = useToggleAlert();
  const canEdit = useCan('products.edit');
  const canAdjust = useCan('stock.adjust');
  const canDelete = useCan('products.delete');
  return (
    <>
      {canEdit ? (
        <MenuItem onClick={() => open({ kind: 'edit', product })}>
          <Pencil aria-hidden />
          {s.edit}
        </MenuItem>
      ) : null}
      {canAdjust ? (
        <MenuItem onClick={() => open({ kind: 'adjust', product })}>
          <SlidersHorizontal aria-hidden />
          {s.adjust}
        </MenuItem>
      ) : null}
      {canEdit ? (
        <>
          <MenuItem onClick={() => open({ kind: 'duplicate', product })}>
            <Copy aria-hidden />
            {s.duplicate}
          </MenuItem>
          <MenuSeparator />
          <MenuItem onClick={() => open({ kind: 'minStock', product })}>
            <Gauge aria-hidden />
            {s.minStock}
          </MenuItem>
          <MenuItem onClick={() => open({ kind: 'alertDays', product })}>
            <CalendarClock aria-hidden />
            {s.alertDays}
          </MenuItem>
          <MenuItem onClick={() => void toggleAlert(product)}>
            {product.alertBlocked ? <BellRing aria-hidden /> : <BellOff aria-hidden />}
            {product.alertBlocked ? s.enableAlert : s.disableAlert}
          </MenuItem>
        </>
      ) : null}
      {canDelete ? (
        <>
          <MenuSeparator />
          <MenuItem danger onClick={() => open({ kind: 'delete', product })}>
            <Trash2 aria-hidden />
            {s.delete}
          </MenuItem>
        </>
      ) : null}
    </>
  );
}
