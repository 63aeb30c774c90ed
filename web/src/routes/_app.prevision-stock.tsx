import { createFileRoute } from '@tanstack/react-router';
import { ForecastPage } from '@/features/forecast/forecast-page';

export const Route = createFileRoute('/_app/prevision-stock')({ component: ForecastPage });
