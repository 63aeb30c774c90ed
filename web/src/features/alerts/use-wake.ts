import { errorText } from '@/lib/api-error';
import { showToast } from '@/ui/feedback/toast';
import { useWakeAlert } from './api';
import { actionStrings as s } from './strings';

/** Opens a snoozed alert again. It is harmless and can be snoozed again, so it asks nothing. */
export function useWake() {
  const { mutate } = useWakeAlert();
  return (id: number) =>
    mutate(id, {
      onSuccess: () => showToast({ title: s.woken }),
      onError: (error) => showToast({ type: 'error', title: s.wakeFailed, description: errorText(error) }),
    });
}
