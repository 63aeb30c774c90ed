import { createFileRoute } from '@tanstack/react-router';
import { ReceivePage } from '@/features/purchases/receive-page';

export const Route = createFileRoute('/_app/compras_/$id_/recibir')({ component: ReceivePage });
