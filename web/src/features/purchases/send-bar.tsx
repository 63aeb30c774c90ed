import { Send } from 'lucide-react';
import { Suspense, useState } from 'react';
import { Button } from '@/ui/form/button';
import { useSelection } from '@/ui/list/selection';
import { SelectionBar } from '@/ui/list/selection-bar';
import { lazy } from '@/ui/overlay/lazy';
import { strings } from './strings';

const SendManyDialog = lazy(() => import('./send-many-dialog'));

/** Appears with the first chosen draft and sends all of them. */
export function SendBar() {
  const { ids, clear } = useSelection();
  const [sent, setSent] = useState<number[] | null>(null);
  if (ids.size === 0 && sent === null) return null;
  return (
    <SelectionBar label={strings.selection} text={strings.selected(ids.size)} clearLabel={strings.clearSelection}>
      <Button size="sm" onClick={() => setSent([...ids])}>
        <Send aria-hidden />
        {strings.send}
      </Button>
      <Suspense>
        {sent === null ? null : <SendManyDialog ids={sent} onSent={clear} onClose={() => setSent(null)} />}
      </Suspense>
    </SelectionBar>
  );
}
