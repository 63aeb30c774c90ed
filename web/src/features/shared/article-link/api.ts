import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Answer, Body } from '@/lib/api-types';
import { answer, api } from '@/lib/client';

export type UnknownArticle = Answer<'/api/channels/{id}/unknown-articles/', 'get'>['results'][number];
export type ArticleLink = Answer<'/api/channels/{id}/article-links/', 'get'>['results'][number];
/** What a shop sells, by its own name of it. */
export type Article = Pick<UnknownArticle, 'article' | 'sku' | 'name'>;

export function unknownArticlesQuery(id: number) {
  return queryOptions({
    queryKey: ['channels', 'unknownArticles', id],
    queryFn: ({ signal }) =>
      answer(api.GET('/api/channels/{id}/unknown-articles/', { params: { path: { id } }, signal })),
  });
}

export function articleLinksQuery(id: number) {
  return queryOptions({
    queryKey: ['channels', 'articleLinks', id],
    queryFn: ({ signal }) => {
      const params = { path: { id }, query: { limit: 100 } };
      return answer(api.GET('/api/channels/{id}/article-links/', { params, signal }));
    },
  });
}

/** Orders that waited for the article have it at once. */
function useRefresh() {
  const queryClient = useQueryClient();
  return () =>
    Promise.all(
      ['channels', 'deliveries', 'orders'].map((topic) => queryClient.invalidateQueries({ queryKey: [topic] })),
    );
}

export function useLinkArticle(channelId: number) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (body: Body<'/api/channels/{id}/article-links/', 'post'>) =>
      answer(api.POST('/api/channels/{id}/article-links/', { params: { path: { id: channelId } }, body })),
    onSettled: refresh,
  });
}

export function useUnlinkArticle(channelId: number) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (linkId: number) =>
      answer(api.DELETE('/api/channels/{id}/article-links/{linkId}/', { params: { path: { id: channelId, linkId } } })),
    onSettled: refresh,
  });
}
