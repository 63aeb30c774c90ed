import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { type Progress, writtenReport } from '@/features/shared/report-file';
import type { Answer, Body } from '@/lib/api-types';
import { answer, answerWithHeaders, api } from '@/lib/client';
import { saveAnswered } from '@/lib/download';
import type { paths } from '@/lib/schema';
import type { StockList } from '../api';

export type Instant = NonNullable<StockList['instant']>;
export type NamedTotals = Instant['categories'][number];
export type Method = Instant['method'];
export type Comparison = Answer<'/api/inventory/compare/', 'get'>;
export type Flow = Comparison['totals']['flows'][number];
export type ProductCourse = Comparison['results'][number];
export type Closing = Answer<'/api/inventory/closings/', 'get'>['results'][number];
export type CheckedClosing = Answer<'/api/inventory/closings/{id}/', 'get'>;
export type Sheet = Answer<'/api/inventory/sheets/{id}/', 'get'>;
export type SheetBody = Body<'/api/inventory/sheets/', 'post'>;

type ComparisonFilters = NonNullable<paths['/api/inventory/compare/']['get']['parameters']['query']>;

/** What came, left and was lost between two days. Under «stock», because every movement may change it. */
export function comparisonQuery(query: ComparisonFilters) {
  return queryOptions({
    queryKey: ['stock', 'comparison', query],
    queryFn: ({ signal }) => answer(api.GET('/api/inventory/compare/', { params: { query }, signal })),
    placeholderData: keepPreviousData,
  });
}

/** The last ones; there is one a year. */
export const closingsQuery = queryOptions({
  queryKey: ['closings', 'list'],
  queryFn: ({ signal }) =>
    answer(api.GET('/api/inventory/closings/', { params: { query: { page: 1, limit: 20 } }, signal })),
});

/** A closing beside what the movements say of it today. */
export function closingQuery(id: number) {
  return queryOptions({
    queryKey: ['closings', 'one', id],
    queryFn: ({ signal }) => answer(api.GET('/api/inventory/closings/{id}/', { params: { path: { id } }, signal })),
  });
}

export function useCloseInventory() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: Body<'/api/inventory/closings/', 'post'>) =>
      answer(api.POST('/api/inventory/closings/', { body })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['closings'] }),
  });
}

/** Has a sheet written, says how far it is and hands it to the browser. */
export async function makeSheet(body: SheetBody, onProgress: (progress: Progress) => void): Promise<Sheet> {
  const sheet = await writtenReport<Sheet>(
    answer(api.POST('/api/inventory/sheets/', { body })),
    (id) => answer(api.GET('/api/inventory/sheets/{id}/', { params: { path: { id } } })),
    onProgress,
  );
  await saveAnswered(
    answerWithHeaders(
      api.GET('/api/inventory/sheets/{id}/file/', { params: { path: { id: sheet.id } }, parseAs: 'blob' }),
    ),
    sheet.fileName,
  );
  return sheet;
}
