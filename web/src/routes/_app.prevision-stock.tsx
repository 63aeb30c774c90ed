import { createFileRoute } from '@tanstack/react-router';
import { ForecastPage } from '@/features/forecast/forecast-page';
import { parseForecastSearch } from '@/features/forecast/search';
import { onlyKnown } from '@/lib/search-params';

export const Route = createFileRoute('/_app/prevision-stock')({
  validateSearch: onlyKnown(parseForecastSearch),
  component: ForecastPage,
});
