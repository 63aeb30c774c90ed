import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Answer, Body } from '@/lib/api-types';
import { answer, api } from '@/lib/client';
import { withoutDefaults } from '@/lib/list-search';
import type { OnceKey } from '@/lib/once-key';
import type { paths } from '@/lib/schema';
import type { DeliveriesSearch } from './search';

export type Channel = Answer<'/api/channels/', 'get'>['results'][number];
export type ChannelWithSecret = Answer<'/api/channels/{id}/rotate/', 'post'>;
export type NewChannel = Body<'/api/channels/', 'post'>;
export type ChannelSource = Channel['source'];
export type ChannelStatus = Answer<'/api/channels/{id}/statuses/', 'get'>['results'][number];
export type ChannelPlace = Answer<'/api/channels/{id}/places/', 'get'>['results'][number];
export type Gap = Answer<'/api/channels/{id}/gaps/', 'get'>['results'][number];
/** A link knows its channel, so that it can be taken away where it stands. */
export type SkuLink = Answer<'/api/channels/{id}/sku-links/', 'get'>['results'][number] & {
  channelId: number;
};
export type DeliveryList = Answer<'/api/deliveries/', 'get'>;
export type Delivery = DeliveryList['results'][number];
export type DeliveryDetail = Answer<'/api/deliveries/{id}/', 'get'>;
type DeliveryFilters = NonNullable<paths['/api/deliveries/']['get']['parameters']['query']>;
type Page = { page: number; limit: number };

export const channelsQuery = queryOptions({
  queryKey: ['channels', 'list'],
  queryFn: ({ signal }) => answer(api.GET('/api/channels/', { signal })),
});

export function channelQuery(id: number) {
  return queryOptions({
    queryKey: ['channels', 'one', id],
    queryFn: ({ signal }) => answer(api.GET('/api/channels/{id}/', { params: { path: { id } }, signal })),
  });
}

export function gapsQuery(id: number) {
  return queryOptions({
    queryKey: ['channels', 'gaps', id],
    queryFn: ({ signal }) => answer(api.GET('/api/channels/{id}/gaps/', { params: { path: { id } }, signal })),
  });
}

export function channelStatusesQuery(id: number) {
  return queryOptions({
    queryKey: ['channels', 'statuses', id],
    queryFn: ({ signal }) => answer(api.GET('/api/channels/{id}/statuses/', { params: { path: { id } }, signal })),
  });
}

/** Orders that are in the status are processed again with what it means. */
export function useMeanStatus(id: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: Body<'/api/channels/{id}/statuses/', 'post'>) =>
      answer(api.POST('/api/channels/{id}/statuses/', { params: { path: { id } }, body })),
    onSettled: () =>
      Promise.all(['channels', 'deliveries'].map((topic) => queryClient.invalidateQueries({ queryKey: [topic] }))),
  });
}

export function channelPlacesQuery(id: number) {
  return queryOptions({
    queryKey: ['channels', 'places', id],
    queryFn: ({ signal }) => answer(api.GET('/api/channels/{id}/places/', { params: { path: { id } }, signal })),
  });
}

/** What leaves from there from now on leaves that location. */
export function useLinkPlace(id: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: Body<'/api/channels/{id}/places/', 'post'>) =>
      answer(api.POST('/api/channels/{id}/places/', { params: { path: { id } }, body })),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['channels'] }),
  });
}

export function skuLinksQuery(id: number, query: Page) {
  return queryOptions({
    queryKey: ['channels', 'skuLinks', id, query],
    queryFn: async ({ signal }) => {
      const params = { path: { id }, query };
      const list = await answer(api.GET('/api/channels/{id}/sku-links/', { params, signal }));
      return { ...list, results: list.results.map((link): SkuLink => ({ ...link, channelId: id })) };
    },
    placeholderData: keepPreviousData,
  });
}

/** The filters of the address in the server's words, without paging. */
export function filtersOf({ buscar, tienda, pedido, estado, desde, hasta }: DeliveriesSearch): DeliveryFilters {
  return withoutDefaults({
    search: buscar,
    channel: tienda,
    order: pedido,
    state: estado,
    dateFrom: desde,
    dateTo: hasta,
  });
}

export function deliveriesQuery(query: DeliveryFilters) {
  return queryOptions({
    queryKey: ['deliveries', 'list', query],
    queryFn: ({ signal }) => answer(api.GET('/api/deliveries/', { params: { query }, signal })),
    placeholderData: keepPreviousData,
  });
}

export function deliveryQuery(id: number) {
  return queryOptions({
    queryKey: ['deliveries', 'one', id],
    queryFn: ({ signal }) => answer(api.GET('/api/deliveries/{id}/', { params: { path: { id } }, signal })),
  });
}

/** A channel counts its deliveries, and what comes of those reaches orders. */
function useRefresh() {
  const queryClient = useQueryClient();
  return () =>
    Promise.all(
      ['channels', 'deliveries', 'orders'].map((topic) => queryClient.invalidateQueries({ queryKey: [topic] })),
    );
}

export function useAddChannel() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: ({ body, once }: { body: NewChannel; once: OnceKey }) =>
      answer(api.POST('/api/channels/', { body, headers: once.headersFor(body) })),
    onSuccess: (_, { once }) => once.done(),
    onSettled: refresh,
  });
}

type ChannelChange = { seen: Channel; change: Body<'/api/channels/{id}/', 'patch'> };

/** Saves on top of the version that was seen, so that nobody undoes what another user just wrote. */
export function useChangeChannel() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: ({ seen, change }: ChannelChange) =>
      answer(
        api.PATCH('/api/channels/{id}/', {
          params: { path: { id: seen.id }, header: { 'If-Match': `"v${seen.version}"` } },
          body: change,
        }),
      ),
    onSettled: refresh,
  });
}

export function useDeleteChannel() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (id: number) => answer(api.DELETE('/api/channels/{id}/', { params: { path: { id } } })),
    onSettled: refresh,
  });
}

export function useRotateSecret() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: ({ id, body }: { id: number; body: Body<'/api/channels/{id}/rotate/', 'post'> }) =>
      answer(api.POST('/api/channels/{id}/rotate/', { params: { path: { id } }, body })),
    onSettled: refresh,
  });
}

export function useTestChannel() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (id: number) => answer(api.POST('/api/channels/{id}/test/', { params: { path: { id } } })),
    onSettled: refresh,
  });
}

export function useDismissGap(id: number) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: ({ first, last }: Gap) =>
      answer(api.POST('/api/channels/{id}/gaps/dismiss/', { params: { path: { id } }, body: { first, last } })),
    onSettled: refresh,
  });
}

export function useProcessHeld(id: number) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: () => answer(api.POST('/api/channels/{id}/process-held/', { params: { path: { id } } })),
    onSettled: refresh,
  });
}

export function useLinkSku(channelId: number) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (body: Body<'/api/channels/{id}/sku-links/', 'post'>) =>
      answer(api.POST('/api/channels/{id}/sku-links/', { params: { path: { id: channelId } }, body })),
    onSettled: refresh,
  });
}

export function useUnlinkSku(channelId: number) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (linkId: number) =>
      answer(api.DELETE('/api/channels/{id}/sku-links/{linkId}/', { params: { path: { id: channelId, linkId } } })),
    onSettled: refresh,
  });
}

export function useReprocess() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (id: number) => answer(api.POST('/api/deliveries/{id}/reprocess/', { params: { path: { id } } })),
    onSettled: refresh,
  });
}
