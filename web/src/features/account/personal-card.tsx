import { Pencil } from 'lucide-react';
import { useState } from 'react';
import type { Profile } from '@/lib/api-types';
import { fullName } from '@/lib/full-name';
import { Notice } from '@/ui/feedback/states';
import { Button } from '@/ui/form/button';
import { Avatar } from '@/ui/layout/avatar';
import { Card, CardHeader } from '@/ui/layout/card';
import type { VersionedProfile } from './api';
import { Detail, DetailList } from './detail-list';
import { ProfileForm } from './profile-form';
import { profileStrings } from './profile-strings';
import { strings } from './strings';
import { useBriefNotice } from './use-brief-notice';

const s = profileStrings;
const f = strings.fields;

export function PersonalCard({ loaded }: { loaded: VersionedProfile }) {
  const [isEditing, setEditing] = useState(false);
  const [hasEdited, setHasEdited] = useState(false);
  const saved = useBriefNotice();

  function leave() {
    setEditing(false);
    setHasEdited(true);
  }

  function finish() {
    leave();
    saved.show();
  }

  return (
    <Card aria-labelledby="personal">
      <CardHeader
        id="personal"
        title={s.personal}
        action={
          isEditing ? undefined : (
            // The form took the button's place; when it comes back, so does the focus.
            <Button autoFocus={hasEdited} onClick={() => setEditing(true)}>
              <Pencil aria-hidden />
              {s.edit}
            </Button>
          )
        }
      />
      <div className="px-4 pb-4">
        {saved.shown && !isEditing ? (
          <Notice tone="ok" className="mb-4">
            {s.saved}
          </Notice>
        ) : null}
        {isEditing ? (
          <ProfileForm loaded={loaded} onSaved={finish} onCancel={leave} />
        ) : (
          <ProfileView profile={loaded.profile} />
        )}
      </div>
    </Card>
  );
}

function ProfileView({ profile }: { profile: Profile }) {
  return (
    <>
      <div className="flex items-center gap-4 pb-4">
        <Avatar name={fullName(profile)} size="lg" />
        <div className="min-w-0">
          <p className="text-lg font-semibold wrap-anywhere">{fullName(profile)}</p>
          <p className="text-ink-2 wrap-anywhere">{profile.email}</p>
        </div>
      </div>
      <DetailList>
        <Detail term={f.firstName}>{profile.firstName}</Detail>
        <Detail term={f.middleName}>{profile.middleName || s.none}</Detail>
        <Detail term={f.lastName}>{profile.lastName}</Detail>
        <Detail term={f.secondLastName}>{profile.secondLastName || s.none}</Detail>
        <Detail term={f.email}>{profile.email}</Detail>
        <Detail term={f.username}>{profile.username}</Detail>
        <Detail term={f.dni}>{profile.dni || s.none}</Detail>
      </DetailList>
    </>
  );
}
