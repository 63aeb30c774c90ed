import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { UserPlus, UserSearch } from 'lucide-react';
import { useRef, useState } from 'react';
import { errorText } from '@/lib/api-error';
import { useHotkey } from '@/lib/hotkeys';
import { useListAddress } from '@/lib/list-address';
import { ErrorBanner, NoMatch } from '@/ui/feedback/states';
import { Button } from '@/ui/form/button';
import { SearchInput } from '@/ui/form/search-input';
import { Card, CardHeader } from '@/ui/layout/card';
import { DataTable } from '@/ui/list/data-table';
import { ListPagination } from '@/ui/list/list-pagination';
import { listStrings } from '@/ui/list/list-strings';
import { userOrdering } from '../search';
import { usersQuery } from './api';
import { InviteDialog } from './invite-dialog';
import { inviteStrings } from './invite-strings';
import { strings } from './strings';
import { UserCard, userColumns } from './user-columns';

const route = getRouteApi('/_app/configuracion');

export default function UsersSection() {
  const address = useListAddress(route.useSearch());
  const { search, page, limit, change } = address;
  const { buscar = '', orden = 'username' } = search;
  const { data, error, isPending, isPlaceholderData, refetch } = useQuery(
    usersQuery({ page, limit, search: buscar, ordering: orden }),
  );
  const [isInviting, setInviting] = useState(false);
  const searchBox = useRef<HTMLInputElement>(null);
  useHotkey('/', () => searchBox.current?.focus());

  return (
    <div className="stack-5">
      {error ? <ErrorBanner title={strings.usersError} text={errorText(error)} onRetry={() => void refetch()} /> : null}
      <Card aria-labelledby="users">
        <CardHeader
          id="users"
          title={strings.users}
          description={data ? strings.usersCount(data.count, data.countIsCapped ?? false) : null}
          action={
            <Button variant="primary" onClick={() => setInviting(true)}>
              <UserPlus aria-hidden />
              {inviteStrings.invite}
            </Button>
          }
        />
        <div className="px-4 pb-4">
          <SearchInput
            ref={searchBox}
            label={strings.searchUsers}
            placeholder={strings.searchUsers}
            clearLabel={listStrings.clearSearch}
            hotkey="/"
            value={buscar}
            onValueChange={(text) => change({ buscar: text || undefined })}
            className="sm:max-w-80"
          />
        </div>
        {data?.results.length === 0 ? (
          <NoMatch
            icon={UserSearch}
            title={strings.noUsersTitle}
            text={strings.noUsersText}
            onClear={() => change({ buscar: undefined })}
          />
        ) : error && !data ? null : (
          <DataTable
            label={strings.usersLabel}
            columns={userColumns}
            rows={data?.results ?? []}
            rowId={(user) => String(user.idUser)}
            renderCard={(user) => <UserCard user={user} />}
            ordering={orden}
            onOrderingChange={(ordering) => change({ orden: userOrdering(ordering) })}
            loading={isPending}
            stale={isPlaceholderData}
          />
        )}
        <ListPagination address={address} list={data} stale={isPlaceholderData} />
      </Card>
      {isInviting ? <InviteDialog onClose={() => setInviting(false)} /> : null}
    </div>
  );
}
