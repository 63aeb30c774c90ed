import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useRouter } from '@tanstack/react-router';
import { History } from 'lucide-react';
import { movementsQuery } from '@/features/movements/api';
import { MovementCard, movementColumns } from '@/features/movements/product-movement-columns';
import { errorText } from '@/lib/api-error';
import { pageSizePreference } from '@/lib/preferences';
import { useStoredValue } from '@/lib/stored-value';
import { EmptyState, ErrorState } from '@/ui/feedback/states';
import { Card, CardHeader } from '@/ui/layout/card';
import { DataTable } from '@/ui/list/data-table';
import { Pagination } from '@/ui/list/pagination';
import type { Product } from '../api';
import { detailsStrings as s } from './strings';

const route = getRouteApi('/_app/productos_/$id');

export function MovementsCard({ product }: { product: Product }) {
  const { pagina = 1 } = route.useSearch();
  const navigate = route.useNavigate();
  const router = useRouter();
  const [size, setSize] = useStoredValue(pageSizePreference);
  const limit = Number(size);
  const { data, error, isPending, isPlaceholderData, refetch } = useQuery(
    movementsQuery({ product: product.idProduct, page: pagina, limit }),
  );
  const params = { id: String(product.idProduct) };
  const goTo = (page: number) => void navigate({ search: { pagina: page }, resetScroll: false });

  return (
    <Card aria-labelledby="product-movements">
      <CardHeader id="product-movements" title={s.movements} />
      {error && !data ? (
        <ErrorState title={s.movementsFailed} text={errorText(error)} onRetry={() => void refetch()} />
      ) : data?.count === 0 ? (
        <EmptyState icon={History} title={s.noMovements} text={s.noMovementsText} className="py-10" />
      ) : (
        <div className="rounded-none border-t border-line">
          <DataTable
            label={s.movements}
            columns={movementColumns}
            rows={data?.results ?? []}
            rowId={(movement) => String(movement.id)}
            renderCard={(movement) => <MovementCard movement={movement} />}
            loading={isPending}
            stale={isPlaceholderData}
          />
        </div>
      )}
      {data && data.count > 0 ? (
        <Pagination
          page={pagina}
          pageSize={limit}
          count={data.count}
          countIsCapped={data.countIsCapped ?? false}
          hrefOf={(page) => router.buildLocation({ to: '/productos/$id', params, search: { pagina: page } }).href}
          onPageChange={goTo}
          onPageSizeChange={(next) => {
            const preferred = (['10', '20', '50', '100'] as const).find((choice) => choice === String(next));
            if (preferred) setSize(preferred);
            goTo(1);
          }}
        />
      ) : null}
    </Card>
  );
}
