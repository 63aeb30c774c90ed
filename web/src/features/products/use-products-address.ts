import { getRouteApi, useRouter } from '@tanstack/react-router';
import { pageSizePreference } from '@/lib/preferences';
import { useStoredValue } from '@/lib/stored-value';
import { filtersOf } from './api';
import { noFilters, type ProductsSearch } from './search';

const route = getRouteApi('/_app/productos');

/** The state of the list, which lives in the address: reloading, going back and sharing keep it. */
export function useProductsAddress() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const router = useRouter();
  const [preferredSize] = useStoredValue(pageSizePreference);
  const page = search.pagina ?? 1;
  const limit = search.porPagina ?? Number(preferredSize);

  /** A new filter, order or size starts again at the first page and does not fill the back button. */
  function change(next: ProductsSearch) {
    void navigate({
      search: (before) => ({ ...before, pagina: undefined, ...next }),
      replace: true,
      resetScroll: false,
    });
  }

  /** As `change`, for what is not about the rows. */
  function keepPage(next: ProductsSearch) {
    void navigate({ search: (before) => ({ ...before, ...next }), replace: true, resetScroll: false });
  }

  return {
    search,
    page,
    limit,
    query: { ...filtersOf(search), page, limit },
    change,
    keepPage,
    clearFilters: () => change(noFilters),
    goTo: (pagina: number) => void navigate({ search: (before) => ({ ...before, pagina }) }),
    hrefOf: (pagina: number) =>
      router.buildLocation({ to: '/productos', search: { ...search, pagina } }).href,
  };
}

export type ProductsAddress = ReturnType<typeof useProductsAddress>;
