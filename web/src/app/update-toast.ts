import { useEffect } from 'react';
import { closeToast, showToast } from '@/ui/feedback/toast';
import { strings } from './strings';
import { onUpdateReady } from './update';

/** Asks before a new version replaces the page in use. */
export function useUpdateToast() {
  useEffect(() => {
    let shown: string | null = null;
    const stop = onUpdateReady((update) => {
      shown = showToast({
        type: 'info',
        title: strings.newVersion,
        description: strings.newVersionText,
        sticky: true,
        action: { label: strings.reload, onClick: update },
      });
    });
    return () => {
      stop();
      if (shown) closeToast(shown);
    };
  }, []);
}
