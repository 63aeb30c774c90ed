import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import AdjustDialog from '@/features/movements/form/adjust-dialog';
import { productQuery } from '@/features/shared/api';
import { errorText } from '@/lib/api-error';
import { showToast } from '@/ui/feedback/toast';
import { actionStrings as s } from './strings';

type AdjustAlertedProps = { productId: number; onClose: () => void };

/** The usual adjustment, of a product that an alert knows by its number only. */
export default function AdjustAlerted({ productId, onClose }: AdjustAlertedProps) {
  const { data, error } = useQuery(productQuery(productId));
  useEffect(() => {
    if (!error || data) return;
    showToast({ type: 'error', title: s.adjustFailed, description: errorText(error) });
    onClose();
  }, [data, error, onClose]);
  return data ? <AdjustDialog product={data} onClose={onClose} /> : null;
}
