import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDebounced } from '@/lib/use-debounced';
import { type Product, productSearchQuery } from './api';

const minLength = 2;
const restMs = 150;
/** One and the same, so that nothing depending on it changes with every keystroke. */
const none: Product[] = [];

/** The products that match what is being typed anywhere in the page, from two letters on. */
export function useProductMatches(typed: string): Product[] {
  const text = useDebounced(typed.trim(), restMs);
  const enabled = text.length >= minLength;
  const { data = none } = useQuery({
    ...productSearchQuery(text),
    enabled,
    placeholderData: keepPreviousData,
  });
  return enabled && typed.trim().length >= minLength ? data : none;
}
