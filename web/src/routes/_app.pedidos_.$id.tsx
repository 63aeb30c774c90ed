import { createFileRoute } from '@tanstack/react-router';
import { OrderPage } from '@/features/orders/order-page';

export const Route = createFileRoute('/_app/pedidos_/$id')({ component: OrderPage });
