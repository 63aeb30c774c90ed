import { useState } from 'react';
import { Notice } from '@/ui/feedback/states';
import { Button } from '@/ui/form/button';
import { profileStrings } from './profile-strings';

const s = profileStrings;

type ProfileOvertakenProps = { state: 'none' | 'found' | 'merged'; onLoadCurrent: () => Promise<void> };

/** Says that another user saved first, and brings both versions together without losing a word. */
export function ProfileOvertaken({ state, onLoadCurrent }: ProfileOvertakenProps) {
  const [isLoading, setLoading] = useState(false);

  async function load() {
    setLoading(true);
    await onLoadCurrent();
    setLoading(false);
  }

  if (state === 'none') return null;
  if (state === 'merged') {
    return (
      <Notice tone="info" title={s.mergedTitle}>
        {s.mergedText}
      </Notice>
    );
  }
  return (
    <Notice tone="low" title={s.overtakenTitle}>
      <p>{s.overtakenText}</p>
      <Button className="mt-2" busy={isLoading} busyLabel={s.loadingCurrent} onClick={() => void load()}>
        {s.loadCurrent}
      </Button>
    </Notice>
  );
}
