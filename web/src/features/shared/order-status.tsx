import type { Answer } from '@/lib/api-types';
import { Badge } from '@/ui/feedback/badge';
import type { Tone } from '@/ui/feedback/tone';

export type OrderStatus = Answer<'/api/pedidos/{id}/', 'get'>['status'];

export const orderStatusNames: Record<OrderStatus, string> = {
  pending: 'Pendiente',
  processing: 'Procesando',
  shipped: 'Enviado',
  delivered: 'Entregado',
  cancelled: 'Cancelado',
  returned: 'Devuelto',
};

const tones: Record<OrderStatus, Tone> = {
  pending: 'low',
  processing: 'info',
  shipped: 'ok',
  delivered: 'ok',
  cancelled: 'out',
  returned: 'mute',
};

/** A status that a newer server knows and this page does not has a name all the same. */
export function OrderStatusBadge({ status }: { status: OrderStatus }) {
  return <Badge tone={tones[status] ?? 'mute'}>{orderStatusNames[status] ?? 'Desconocido'}</Badge>;
}
