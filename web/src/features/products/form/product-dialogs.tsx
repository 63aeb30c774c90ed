import { type ReactNode, Suspense, useState } from 'react';
import { lazy } from '@/ui/overlay/lazy';
import type { Product } from '../api';
import { OpenDialogContext, type ProductDialog } from '../product-actions';

const AdjustDialog = lazy(() => import('@/features/movements/form/adjust-dialog'));
const ProductFormDialog = lazy(() => import('./product-form-dialog'));
const DuplicateDialog = lazy(() => import('./duplicate-dialog'));
const DeleteDialog = lazy(() => import('./delete-dialog'));
const NumberDialog = lazy(() => import('./number-dialog'));

type ProductDialogsProps = {
  children: ReactNode;
  /** A dialog that the address asks for. */
  requested?: ProductDialog | null;
  onRequestedClose?: () => void;
  /** After a product has been deleted; its own page has to be left then. */
  onDeleted?: () => void;
};

/** Gives the screen inside it the dialogs of a product; each arrives with its first use. */
export function ProductDialogs(props: ProductDialogsProps) {
  const { children, requested = null, onRequestedClose, onDeleted } = props;
  const [opened, setOpened] = useState<ProductDialog | null>(null);
  const dialog = opened ?? requested;

  function close() {
    if (opened) setOpened(null);
    else onRequestedClose?.();
  }

  return (
    <OpenDialogContext value={setOpened}>
      {children}
      <Suspense>{dialog ? <OneDialog dialog={dialog} onClose={close} onDeleted={onDeleted} /> : null}</Suspense>
    </OpenDialogContext>
  );
}

type OneDialogProps = { dialog: ProductDialog; onClose: () => void; onDeleted: (() => void) | undefined };

function OneDialog({ dialog, onClose, onDeleted }: OneDialogProps) {
  switch (dialog.kind) {
    case 'create':
      return <ProductFormDialog product={null} barcode={dialog.barcode} onClose={onClose} />;
    case 'edit':
      return <ProductFormDialog product={dialog.product} barcode="" onClose={onClose} />;
    case 'adjust':
      return <AdjustDialog product={dialog.product} onClose={onClose} />;
    case 'duplicate':
      return <DuplicateDialog product={dialog.product} onClose={onClose} />;
    case 'delete':
      return <DeleteDialog product={dialog.product} onClose={onClose} onDeleted={onDeleted} />;
    case 'minStock':
    case 'alertDays':
      return <NumberDialog field={dialog.kind} product={dialog.product} onClose={onClose} />;
  }
}

/** The product of the row or card that holds the focus. */
export function focusedProduct(products: Product[]): Product | undefined {
  const row = document.activeElement?.closest('tr, li');
  const id = row?.querySelector<HTMLElement>('[data-product]')?.dataset.product;
  return products.find((product) => String(product.idProduct) === id);
}
