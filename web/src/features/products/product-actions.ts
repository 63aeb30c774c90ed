import { useQueryClient } from '@tanstack/react-query';
import { createContext, use } from 'react';
import { updateProduct } from '@/features/shared/update-product';
import { showToast } from '@/ui/feedback/toast';
import { type Product, refreshProducts } from './api';
import { actionStrings as s } from './strings';

/** The dialogs a product can open; creating needs no product, only a barcode when one was scanned. */
export type ProductDialog =
  | { kind: 'create'; barcode: string }
  | { kind: 'edit' | 'adjust' | 'duplicate' | 'delete' | 'minStock' | 'alertDays'; product: Product };

/** Rows and cards say what is wanted; the screen around them owns the dialog. */
export const OpenDialogContext = createContext<(dialog: ProductDialog) => void>(() => undefined);

export function useOpenDialog() {
  return use(OpenDialogContext);
}

/** Switches a product's alert on or off. It is harmless and its own opposite, so it asks nothing. */
export function useToggleAlert() {
  const queryClient = useQueryClient();
  return async (product: Product) => {
    const alertBlocked = !product.alertBlocked;
    try {
      const saved = await updateProduct({
        seen: product,
        change: { alertBlocked },
        // A user who set it meanwhile wanted one of the two as well: the last word counts.
        sameAt: () => true,
      });
      void refreshProducts(queryClient, saved);
      showToast({ title: alertBlocked ? s.alertDisabled(product.name) : s.alertEnabled(product.name) });
    } catch {
      showToast({ type: 'error', title: s.alertFailed });
    }
  };
}
