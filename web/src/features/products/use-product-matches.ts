import { useQuery } from '@tanstack/react-query';
import type { Product } from '@/features/shared/api';
import { productSearchQuery } from '@/features/shared/product-search';
import { useDebounced } from '@/lib/use-debounced';

const minLength = 2;
const restMs = 150;
const most = 6;
/** One and the same, so that nothing depending on it changes with every keystroke. */
const none: Product[] = [];

/** The products that match what is being typed anywhere in the page, from two letters on. */
export function useProductMatches(typed: string): Product[] {
  const text = useDebounced(typed.trim(), restMs);
  const enabled = text.length >= minLength;
  const { data = none } = useQuery({ ...productSearchQuery(text, most), enabled });
  return enabled && typed.trim().length >= minLength ? data : none;
}
