import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '@/lib/api-error';
import { locationStockQuery, type Product, productQuery } from './api';

/** The product as it is now, beginning with the one that was seen: what happens elsewhere arrives here too. */
export function useProductNow<Seen extends Product | null>(seen: Seen) {
  const queryClient = useQueryClient();
  const id = seen?.idProduct ?? 0;
  const { data } = useQuery({
    ...productQuery(id),
    enabled: seen !== null,
    ...(seen && { placeholderData: seen }),
  });

  /** A refusal may tell of another stock than the one on screen: it is fetched first, so that both agree. */
  async function learnFrom(error: unknown) {
    if (!(error instanceof ApiError) || (error.kind !== 'fields' && error.status !== 409)) return;
    await Promise.all(
      [productQuery(id), locationStockQuery(id)].map(({ queryKey }) => queryClient.invalidateQueries({ queryKey })),
    );
  }

  async function learnAndThrow(error: unknown): Promise<never> {
    await learnFrom(error);
    throw error;
  }

  const product: Product | Seen = data ?? seen;
  return { product, learnFrom, learnAndThrow };
}
