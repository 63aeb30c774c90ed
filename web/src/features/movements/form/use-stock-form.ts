import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import type { Product } from '@/features/shared/api';
import {
  type LocationStock,
  locationOptions,
  mainLocation,
  useActiveLocations,
  useLocationStock,
} from '@/features/shared/use-locations';
import { useProductNow } from '@/features/shared/use-product-now';
import { useCheckedForm } from '@/lib/checked-form';
import { useOnceKey } from '@/lib/once-key';
import type { SelectOption } from '@/ui/form/select';
import { useAdjustStock } from '../api';
import { showAdjusted } from '../undo/undo-toast';
import { type AdjustmentType, type Preview, previewAdjustment, type StockNow } from './adjustment';
import { adjustmentOf, countRules, movementRules, quantityOf, type StockValues, stockValues } from './stock-form';

type StockForm = {
  form: UseFormReturn<StockValues>;
  /** As it is now, beginning with the one that was given or chosen. */
  product: Product | null;
  now: StockNow;
  lying: LocationStock;
  locationOptions: SelectOption[];
  preview: Preview;
  /** Whether it moved anything: what is set to what it is already moves nothing. */
  send: (values: StockValues) => Promise<boolean>;
  learnFrom: (error: unknown) => Promise<void>;
  productField: React.RefObject<HTMLInputElement | null>;
  quantityField: React.RefObject<HTMLInputElement | null>;
};

/** The form that changes the stock of one product, seen before or chosen in it: by how much, why and where. */
export function useStockForm(type: AdjustmentType, seen: Product | null): StockForm {
  const fields = {
    productField: useRef<HTMLInputElement>(null),
    quantityField: useRef<HTMLInputElement>(null),
  };
  const queryClient = useQueryClient();
  const once = useOnceKey();
  const adjust = useAdjustStock();
  const form = useCheckedForm(type === 'set' ? countRules : movementRules, stockValues(seen));
  const [picked, quantity, chosenLocation] = useWatch({
    control: form.control,
    name: ['product', 'quantity', 'locationId'],
  });
  const { product, learnFrom } = useProductNow(picked);
  const locations = useActiveLocations();
  const lying = useLocationStock(product);
  const location = Number(chosenLocation) || mainLocation(locations)?.id;
  const now = { total: product?.currentStock ?? 0, here: lying.stockAt(location) };
  const preview = previewAdjustment(type, quantityOf({ quantity }), now);

  async function send(values: StockValues): Promise<boolean> {
    const locationId = locations.length > 1 ? location : undefined;
    const { product: moved, movementId } = await adjust.mutateAsync({
      productId: product?.idProduct ?? 0,
      adjustment: adjustmentOf(values, { type, now, locationId }),
      once,
    });
    if (movementId === null) return false;
    // What was set, was set over the stock that was seen, or the server would have refused.
    const before = type === 'set' ? now.total : moved.currentStock - preview.change;
    showAdjusted(queryClient, { product: moved, before, movementId });
    return true;
  }

  return {
    form,
    product,
    now,
    lying,
    locationOptions: locationOptions(locations, lying),
    preview,
    send,
    learnFrom,
    ...fields,
  };
}
