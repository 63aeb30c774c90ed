import type { QueryClient } from '@tanstack/react-query';
import { askBusiness, businessQuery } from '@/lib/business';
import { setTimeZone } from '@/lib/format';
import { sessionState } from '@/lib/session-store';

/**
 * Dates are those of the business, wherever the person looking at them happens to be. Its zone holds from the moment
 * it is known, because nothing that was drawn before is drawn again for it.
 */
export function followBusinessZone(queryClient: QueryClient): () => void {
  return queryClient.getQueryCache().subscribe(({ type, query }) => {
    if (type !== 'updated' || query.queryKey[0] !== businessQuery.queryKey[0]) return;
    const business = queryClient.getQueryData(businessQuery.queryKey);
    if (business) setTimeZone(business.timeZone);
  });
}

/**
 * Asks about the business while the session is being checked, so that whatever the check guards begins in its zone.
 * Without an answer nobody waits: who shows the business asks again. The sign-in screen asks by itself.
 */
export async function businessKnown(queryClient: QueryClient, heard: Promise<void>): Promise<void> {
  if (sessionState().status === 'signedOut') return heard;
  const business = await askBusiness().catch(() => undefined);
  // The server's hello asks anew for all that is known by then; this was asked a moment ago.
  await heard;
  if (business) queryClient.setQueryData(businessQuery.queryKey, business);
}
