import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useRouter } from '@tanstack/react-router';
import { UserSearch } from 'lucide-react';
import { useRef } from 'react';
import { errorText } from '@/lib/api-error';
import { useHotkey } from '@/lib/hotkeys';
import { pageSizePreference } from '@/lib/preferences';
import { Card, CardHeader } from '@/ui/card';
import { DataTable } from '@/ui/data-table';
import { Input } from '@/ui/input';
import { Pagination } from '@/ui/pagination';
import { ErrorBanner, NoMatch } from '@/ui/states';
import { usersQuery } from './api';
import { type SettingsSearch, userOrdering } from './search';
import { strings } from './strings';
import { UserCard, userColumns } from './user-columns';

const route = getRouteApi('/_app/configuracion');

function useUsersAddress() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const router = useRouter();
  const page = {
    page: search.pagina ?? 1,
    limit: search.porPagina ?? Number(pageSizePreference.get()),
    search: search.buscar ?? '',
    ordering: search.orden ?? ('username' as const),
  };

  /** A new search, order or size starts again at the first page, and does not fill the back button. */
  function change(next: SettingsSearch) {
    void navigate({ search: { ...search, pagina: undefined, ...next }, replace: true, resetScroll: false });
  }

  function hrefOf(pagina: number) {
    return router.buildLocation({ to: '/configuracion', search: { ...search, pagina } }).href;
  }

  function goTo(pagina: number) {
    void navigate({ search: { ...search, pagina } });
  }

  return { page, change, hrefOf, goTo };
}

export default function UsersSection() {
  const { page, change, hrefOf, goTo } = useUsersAddress();
  const { data, error, isPending, isPlaceholderData, refetch } = useQuery(usersQuery(page));
  const searchBox = useRef<HTMLInputElement>(null);
  useHotkey('/', () => searchBox.current?.focus());

  return (
    <div className="space-y-5">
      {error ? (
        <ErrorBanner title={strings.usersError} text={errorText(error)} onRetry={() => void refetch()} />
      ) : null}
      <Card aria-labelledby="users">
        <CardHeader
          id="users"
          title={strings.users}
          description={data ? strings.usersCount(data.count, data.countIsCapped ?? false) : strings.usersHint}
        />
        <div className="px-4 pb-4">
          <Input
            ref={searchBox}
            type="search"
            aria-label={strings.searchUsers}
            placeholder={strings.searchUsers}
            className="sm:max-w-80"
            defaultValue={page.search}
            onChange={(event) => change({ buscar: event.target.value.trim() || undefined })}
          />
        </div>
        {data?.results.length === 0 ? (
          <NoMatch
            icon={UserSearch}
            title={strings.noUsersTitle}
            text={strings.noUsersText}
            onClear={() => {
              if (searchBox.current) searchBox.current.value = '';
              change({ buscar: undefined });
            }}
          />
        ) : error && !data ? null : (
          <DataTable
            label={strings.usersLabel}
            columns={userColumns}
            rows={data?.results ?? []}
            rowId={(user) => String(user.idUser)}
            renderCard={(user) => <UserCard user={user} />}
            ordering={page.ordering}
            onOrderingChange={(ordering) => change({ orden: userOrdering(ordering) ?? 'username' })}
            loading={isPending}
            stale={isPlaceholderData}
          />
        )}
        {data && data.count > 0 ? (
          <Pagination
            page={page.page}
            pageSize={page.limit}
            count={data.count}
            countIsCapped={data.countIsCapped ?? false}
            hrefOf={hrefOf}
            onPageChange={goTo}
            onPageSizeChange={(porPagina) => change({ porPagina })}
          />
        ) : null}
      </Card>
    </div>
  );
}
