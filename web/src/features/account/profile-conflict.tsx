import { useState } from 'react';
import { Button } from '@/ui/button';
import { Notice } from '@/ui/states';
import { strings } from './strings';

const s = strings.profile;

type ProfileConflictProps = { conflict: 'none' | 'found' | 'merged'; onLoadCurrent: () => Promise<void> };

/** Says that somebody else saved first, and brings both versions together without losing a word. */
export function ProfileConflict({ conflict, onLoadCurrent }: ProfileConflictProps) {
  const [isLoading, setLoading] = useState(false);

  async function load() {
    setLoading(true);
    await onLoadCurrent();
    setLoading(false);
  }

  if (conflict === 'none') return null;
  if (conflict === 'merged') {
    return (
      <Notice tone="info" title={s.mergedTitle}>
        {s.mergedText}
      </Notice>
    );
  }
  return (
    <Notice tone="low" title={s.conflictTitle}>
      <p>{s.conflictText}</p>
      <Button className="mt-2" busy={isLoading} busyLabel={s.loadingCurrent} onClick={() => void load()}>
        {s.loadCurrent}
      </Button>
    </Notice>
  );
}
