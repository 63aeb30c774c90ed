import { useNavigate } from '@tanstack/react-router';
import { errorText } from '@/lib/api-error';
import { showToast } from '@/ui/feedback/toast';
import { type Subscription, useTestSubscription } from './api';
import { subscriptionStrings as s } from './strings';

/** Sends a message that means nothing; what became of it stands in the log. */
export function useSendTest({ id }: Subscription) {
  const test = useTestSubscription();
  const navigate = useNavigate();

  async function send() {
    try {
      await test.mutateAsync(id);
      showToast({
        title: s.testSent,
        description: s.testSentText,
        action: {
          label: s.log,
          onClick: () => void navigate({ to: '/configuracion', search: { seccion: 'integraciones', webhook: id } }),
        },
      });
    } catch (error) {
      showToast({ type: 'error', title: s.testFailed, description: errorText(error) });
    }
  }

  return { send, isPending: test.isPending };
}
