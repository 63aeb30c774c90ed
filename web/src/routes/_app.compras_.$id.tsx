import { createFileRoute } from '@tanstack/react-router';
import { PurchasePage } from '@/features/purchases/purchase-page';

export const Route = createFileRoute('/_app/compras_/$id')({ component: PurchasePage });
