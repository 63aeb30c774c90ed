import { Check, CircleCheck, Clock, UserX } from 'lucide-react';
import { errorText } from '@/lib/api-error';
import { fullName } from '@/lib/full-name';
import { useUser } from '@/lib/session';
import { Badge } from '@/ui/feedback/badge';
import { showToast } from '@/ui/feedback/toast';
import { Button } from '@/ui/form/button';
import { Select } from '@/ui/form/select';
import { Ago } from '@/ui/layout/ago';
import { Avatar } from '@/ui/layout/avatar';
import type { TableColumn } from '@/ui/list/data-table';
import { ConfirmDialog } from '@/ui/overlay/confirm-dialog';
import { useOverlay } from '@/ui/overlay/overlay-host';
import { roles } from '../roles';
import { type User, useChangeUser } from './api';
import { PasswordLinkButton } from './password-link';
import { strings } from './strings';

export const userColumns: TableColumn<User>[] = [
  {
    id: 'name',
    header: strings.name,
    cell: (row) => <PersonCell user={row} />,
    sortKey: 'name',
  },
  {
    id: 'username',
    header: strings.username,
    cell: (row) => <span className="text-ink-2 wrap-anywhere">{row.username}</span>,
    sortKey: 'username',
    width: 'w-36',
  },
  {
    id: 'role',
    header: strings.role,
    cell: (row) => <RoleCell user={row} />,
    width: 'w-44',
  },
  {
    id: 'state',
    header: strings.state,
    cell: (row) => <StateBadge state={row.state} />,
    width: 'w-32',
  },
  {
    id: 'lastLogin',
    header: strings.lastLogin,
    cell: (row) => <LastLogin at={row.lastLogin} />,
    sortKey: 'lastLogin',
    width: 'w-36',
  },
  {
    id: 'actions',
    header: strings.actions,
    cell: (row) => <ActionsCell user={row} />,
    width: 'w-48',
    align: 'right',
  },
];

/** The same account on a phone. */
export function UserCard({ user }: { user: User }) {
  return (
    <div className="stack-3">
      <PersonCell user={user} />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm text-ink-2">
        <span className="min-w-0">{user.username}</span>
        <StateBadge state={user.state} />
        <span>
          {strings.lastLogin}: <LastLogin at={user.lastLogin} />
        </span>
      </div>
      <div className="flex items-center justify-between gap-3">
        <RoleCell user={user} />
        <ActionsCell user={user} />
      </div>
    </div>
  );
}

function useIsMe(user: User): boolean {
  return useUser().idUser === user.idUser;
}

function PersonCell({ user }: { user: User }) {
  const isMe = useIsMe(user);
  return (
    <span className="flex items-center gap-3 py-1">
      <Avatar name={fullName(user)} size="md" />
      <span className="min-w-0 leading-tight">
        <span className="block font-medium wrap-anywhere">
          {fullName(user)}
          {isMe ? <span className="font-normal text-ink-3"> ({strings.you})</span> : null}
        </span>
        <span className="block text-xs wrap-anywhere text-ink-3">{user.email}</span>
      </span>
    </span>
  );
}

/** People do not change their own role: the last administrator could lock everybody out. */
function RoleCell({ user }: { user: User }) {
  const isMe = useIsMe(user);
  const change = useChangeUser();
  const role = user.roles[0];
  if (isMe) return role?.name ?? '';

  function select(roleId: string) {
    const name = roles.find(({ value }) => value === roleId)?.label ?? '';
    change.mutate(
      { id: user.idUser, change: { roleId: Number(roleId) } },
      {
        onSuccess: () =>
          showToast({
            title: strings.roleChanged(fullName(user), name),
            description: strings.mustSignInAgain,
          }),
        onError: reportFailure,
      },
    );
  }

  return (
    <Select
      small
      aria-label={strings.roleOf(fullName(user))}
      options={roles}
      value={String(role?.idRole ?? '')}
      disabled={change.isPending}
      onChange={(event) => select(event.target.value)}
    />
  );
}

function reportFailure(error: unknown) {
  showToast({ type: 'error', title: strings.userError, description: errorText(error) });
}

function StateBadge({ state }: { state: User['state'] }) {
  if (state === 'pending') {
    return (
      <Badge tone="low" icon={Clock}>
        {strings.states.pending}
      </Badge>
    );
  }
  if (state === 'inactive') return <Badge tone="mute">{strings.states.inactive}</Badge>;
  return (
    <span className="flex items-center gap-1 text-xs text-ink-2">
      <CircleCheck aria-hidden className="size-3.5 text-ok-solid" />
      {strings.states.active}
    </span>
  );
}

function LastLogin({ at }: { at: string | null }) {
  if (at === null) return <span className="text-ink-3">{strings.never}</span>;
  return <Ago at={at} className="num text-ink-2" />;
}

function ActionsCell({ user }: { user: User }) {
  const isMe = useIsMe(user);
  const show = useOverlay();
  if (isMe) return null;
  if (user.state !== 'active') return <ActivateButton user={user} />;
  return (
    <span className="-mr-2 flex items-center justify-end gap-1">
      <PasswordLinkButton user={user} />
      <Button
        variant="ghost"
        size="sm"
        onClick={() => show((close) => <DeactivateDialog user={user} onClose={close} />)}
      >
        <UserX aria-hidden />
        {strings.deactivate}
      </Button>
    </span>
  );
}

function ActivateButton({ user }: { user: User }) {
  const change = useChangeUser();

  // With the answer this button is gone, and what was to be called on success with it.
  async function activate() {
    try {
      await change.mutateAsync({ id: user.idUser, change: { isActive: true } });
      showToast({ title: strings.approved(fullName(user)) });
    } catch (error) {
      reportFailure(error);
    }
  }

  return (
    <Button size="sm" busy={change.isPending} onClick={() => void activate()}>
      <Check aria-hidden />
      {user.state === 'pending' ? strings.approve : strings.activate}
    </Button>
  );
}

function DeactivateDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const change = useChangeUser();
  const deactivate = () =>
    change.mutate(
      { id: user.idUser, change: { isActive: false } },
      {
        onSuccess: () => {
          onClose();
          showToast({ title: strings.deactivated(fullName(user)) });
        },
      },
    );
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={strings.deactivateTitle(fullName(user))}
      body={strings.deactivateBody}
      confirmLabel={strings.deactivateConfirm}
      busy={change.isPending}
      busyLabel={strings.deactivating}
      error={change.error ? errorText(change.error) : undefined}
      onConfirm={deactivate}
    />
  );
}
