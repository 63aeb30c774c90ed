import { useEffect, useEffectEvent } from 'react';
import type { ListAddress } from '@/lib/list-address';
import type { PagedSearch } from '@/lib/list-search';
import { Pagination } from './pagination';

/** A page of rows as every list of the server answers it. */
export type ListPage<Row> = { results: Row[]; count: number; countIsCapped?: boolean };

type ListPaginationProps = {
  address: ListAddress<PagedSearch>;
  list: ListPage<unknown> | undefined;
  /** The rows are not the answer to what was asked last. */
  stale: boolean;
};

/** The pages of the list that an address describes; nothing while there are no rows at all. */
export function ListPagination({ address, list, stale }: ListPaginationProps) {
  useExistingPage(address, stale ? undefined : list);
  if (!list || list.count === 0) return null;
  return (
    <Pagination
      page={address.page}
      pageSize={address.limit}
      count={list.count}
      countIsCapped={list.countIsCapped ?? false}
      hrefOf={address.hrefOf}
      onPageChange={address.goTo}
      onPageSizeChange={(porPagina) => address.change({ porPagina })}
    />
  );
}

/** A page past the last one, as after deleting its only row, gives way to the last that exists. */
function useExistingPage(address: ListAddress<PagedSearch>, list: ListPage<unknown> | undefined) {
  const { page, limit, keepPage } = address;
  const isPast = page > 1 && list?.results.length === 0;
  const last = Math.max(1, Math.ceil((list?.count ?? 0) / limit));
  const goToLast = useEffectEvent(() => keepPage({ pagina: last > 1 ? last : undefined }));
  useEffect(() => {
    if (isPast && last < page) goToLast();
  }, [isPast, last, page]);
}
