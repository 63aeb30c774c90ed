import { useNavigate, useRouter } from '@tanstack/react-router';
import type { PagedSearch } from './list-search';
import { pageSizePreference } from './preferences';
import { useStoredValue } from './stored-value';

/** Reads and changes the state of a list that lives in the address of the screen around it. */
export function useListAddress<Search extends PagedSearch>(search: Search) {
  const navigate = useNavigate();
  const router = useRouter();
  const [preferredSize] = useStoredValue(pageSizePreference);

  /** A new filter, order or size starts again at the first page and does not fill the back button. */
  function change(next: Partial<Search>) {
    void navigate({
      to: '.',
      search: (before) => ({ ...before, pagina: undefined, ...next }),
      replace: true,
      resetScroll: false,
    });
  }

  /** As `change`, for what is not about the rows. */
  function keepPage(next: Partial<Search>) {
    void navigate({
      to: '.',
      search: (before) => ({ ...before, ...next }),
      replace: true,
      resetScroll: false,
    });
  }

  return {
    search,
    page: search.pagina ?? 1,
    limit: search.porPagina ?? Number(preferredSize),
    change,
    keepPage,
    goTo: (pagina: number) =>
      void navigate({ to: '.', search: (before) => ({ ...before, pagina }), resetScroll: true }),
    hrefOf: (pagina: number) => router.buildLocation({ to: '.', search: (before) => ({ ...before, pagina }) }).href,
  };
}

export type ListAddress<Search extends PagedSearch> = ReturnType<typeof useListAddress<Search>>;
