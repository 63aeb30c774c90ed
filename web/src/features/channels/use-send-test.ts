import { useNavigate } from '@tanstack/react-router';
import { errorText } from '@/lib/api-error';
import { showToast } from '@/ui/feedback/toast';
import { type Channel, useTestChannel } from './api';
import { channelStrings as s } from './channel-strings';

/** Sends what the shop would send to try its address, signed and through the same door. */
export function useSendTest({ id }: Channel) {
  const test = useTestChannel();
  const navigate = useNavigate();

  async function send() {
    try {
      const { status, detail, deliveryId } = await test.mutateAsync(id);
      const arrived = status < 300;
      showToast({
        ...(!arrived && { type: 'error' as const }),
        title: arrived ? s.testDone : s.testRefused(status),
        description: detail,
        ...(deliveryId > 0 && {
          action: {
            label: s.seeDelivery,
            onClick: () => void navigate({ to: '/pedidos/entregas/$id', params: { id: String(deliveryId) } }),
          },
        }),
      });
    } catch (error) {
      showToast({ type: 'error', title: s.testFailed, description: errorText(error) });
    }
  }

  return { send, isPending: test.isPending };
}
