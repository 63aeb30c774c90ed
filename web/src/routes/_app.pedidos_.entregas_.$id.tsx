import { createFileRoute } from '@tanstack/react-router';
import { DeliveryPage } from '@/features/channels/delivery-page';

export const Route = createFileRoute('/_app/pedidos_/entregas_/$id')({ component: DeliveryPage });
