import { CircleCheck, CircleSlash } from 'lucide-react';
import type { Profile } from '@/lib/api-types';
import { formatDate, formatDateTime } from '@/lib/format';
import { Badge } from '@/ui/feedback/badge';
import { Card, CardHeader } from '@/ui/layout/card';
import { Detail, DetailList } from './detail-list';
import { profileStrings } from './profile-strings';

const s = profileStrings;

export function AccountCard({ profile }: { profile: Profile }) {
  return (
    <Card aria-labelledby="account">
      <CardHeader id="account" title={s.account} />
      <div className="px-4 pb-1.5">
        <DetailList>
          <Detail term={s.joined}>
            <span className="num">{formatDate(profile.dateJoined)}</span>
          </Detail>
          <Detail term={s.lastLogin}>
            {profile.lastLogin ? <span className="num">{formatDateTime(profile.lastLogin)}</span> : s.never}
          </Detail>
          <Detail term={s.status}>
            <Status isActive={profile.isActive} />
          </Detail>
          <Detail term={s.roles}>
            <Roles roles={profile.roles} />
          </Detail>
        </DetailList>
      </div>
    </Card>
  );
}

/** Flex keeps the badge from making its line taller than the others. */
function Status({ isActive }: Pick<Profile, 'isActive'>) {
  return (
    <span className="flex">
      {isActive ? (
        <Badge tone="ok" icon={CircleCheck}>
          {s.active}
        </Badge>
      ) : (
        <Badge tone="mute" icon={CircleSlash}>
          {s.inactive}
        </Badge>
      )}
    </span>
  );
}

function Roles({ roles }: Pick<Profile, 'roles'>) {
  if (roles.length === 0) return <Badge tone="mute">{s.defaultRole}</Badge>;
  return (
    <ul className="flex flex-wrap gap-1.5">
      {roles.map(({ idRole, name }) => (
        <li key={idRole} className="flex">
          <Badge tone="info">{name}</Badge>
        </li>
      ))}
    </ul>
  );
}
