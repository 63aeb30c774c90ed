import { createFileRoute } from '@tanstack/react-router';
import { AlertPage } from '@/features/alerts/alert-page';

export const Route = createFileRoute('/_app/alertas-stock_/$id')({ component: AlertPage });
