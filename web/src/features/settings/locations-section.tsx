import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { locationsQuery } from '@/features/stock/api';
import { errorText } from '@/lib/api-error';
import { Button } from '@/ui/button';
import { Card, CardHeader } from '@/ui/card';
import { DataTable } from '@/ui/data-table';
import { ErrorBanner, LoadingRegion, Notice } from '@/ui/states';
import { LocationCard, locationColumns } from './location-columns';
import { LocationDialog } from './location-dialog';
import { locationStrings as s } from './location-strings';

export default function LocationsSection() {
  const { data, error, refetch } = useQuery(locationsQuery);
  const inUse = data?.results.filter(({ isActive }) => isActive).length;
  const [isAdding, setAdding] = useState(false);
  const table = (
    <DataTable
      label={s.list}
      columns={locationColumns}
      rows={data?.results ?? []}
      rowId={({ id }) => String(id)}
      renderCard={(location) => <LocationCard location={location} />}
      loading={!data}
      minWidth="min-w-[40rem]"
    />
  );
  return (
    <div className="space-y-5">
      {error ? (
        <ErrorBanner title={s.loadFailed} text={errorText(error)} onRetry={() => void refetch()} />
      ) : null}
      <Card aria-labelledby="locations">
        <CardHeader
          id="locations"
          title={s.title}
          description={s.hint}
          action={
            <Button variant="primary" onClick={() => setAdding(true)}>
              <Plus aria-hidden />
              {s.add}
            </Button>
          }
        />
        {inUse === 1 ? (
          <Notice tone="info" title={s.onlyOne} className="mx-4 mb-4">
            {s.onlyOneText}
          </Notice>
        ) : null}
        {data ? table : error ? null : <LoadingRegion label={s.loading}>{table}</LoadingRegion>}
      </Card>
      {isAdding ? <LocationDialog location={null} onClose={() => setAdding(false)} /> : null}
    </div>
  );
}
