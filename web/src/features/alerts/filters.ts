import { listFilters } from '@/lib/list-filters';
import type { AlertsSearch } from './search';

export const filters = listFilters<AlertsSearch>(['buscar', 'nivel', 'estado']);
