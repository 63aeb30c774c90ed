import { useQuery } from '@tanstack/react-query';
import { useDebounced } from '@/lib/use-debounced';
import { skuAvailableQuery } from '../api';
import { skuStrings as s } from '../strings';

export type SkuCheck = {
  state: 'idle' | 'checking' | 'available' | 'taken' | 'unknown';
  /** A sentence for the field, or undefined when there is nothing to say. */
  hint: string | undefined;
  error: string | undefined;
  retry: () => void;
};

/** Asks as one types whether a SKU is free. When nobody answers it counts as not available. */
export function useSkuCheck(typed: string, options: { excludeId?: number; enabled: boolean }): SkuCheck {
  const wanted = typed.trim();
  const sku = useDebounced(wanted);
  const asked = options.enabled && sku !== '';
  const { data, isError, isFetching, refetch } = useQuery({
    ...skuAvailableQuery(sku, options.excludeId),
    enabled: asked,
  });
  const retry = () => void refetch();
  if (!options.enabled || wanted === '') return { state: 'idle', hint: undefined, error: undefined, retry };
  if (sku !== wanted || isFetching) return { state: 'checking', hint: s.checking, error: undefined, retry };
  if (isError) return { state: 'unknown', hint: undefined, error: s.unknown, retry };
  if (data === undefined) return { state: 'idle', hint: undefined, error: undefined, retry };
  return data
    ? { state: 'available', hint: s.available, error: undefined, retry }
    : { state: 'taken', hint: undefined, error: s.taken, retry };
}
