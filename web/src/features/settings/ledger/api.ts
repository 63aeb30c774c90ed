import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Answer } from '@/lib/api-types';
import { answer, api } from '@/lib/client';

export type LedgerCheck = Answer<'/api/ledger-check/', 'get'>;
export type Finding = LedgerCheck['findings'][number];

/** How often a check that is under way is asked about, should the live events not arrive. */
const pollMs = 3000;

export function isUnderWay({ state }: LedgerCheck): boolean {
  return state === 'asked' || state === 'running';
}

export const ledgerCheckQuery = queryOptions({
  queryKey: ['ledgerCheck'],
  queryFn: ({ signal }) => answer(api.GET('/api/ledger-check/', { signal })),
  refetchInterval: ({ state: { data } }) => (data && isUnderWay(data) ? pollMs : false),
});

export function useAskLedgerCheck() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => answer(api.POST('/api/ledger-check/')),
    onSuccess: (check) => queryClient.setQueryData(ledgerCheckQuery.queryKey, check),
  });
}
