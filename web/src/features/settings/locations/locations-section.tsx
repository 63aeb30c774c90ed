import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { locationsQuery } from '@/features/shared/api';
import { Notice } from '@/ui/feedback/states';
import { Button } from '@/ui/form/button';
import { ShortList } from '@/ui/list/short-list';
import { LocationCard, locationColumns } from './location-columns';
import { LocationDialog } from './location-dialog';
import { locationStrings as s } from './strings';

export default function LocationsSection() {
  const query = useQuery(locationsQuery);
  const inUse = query.data?.results.filter(({ isActive }) => isActive).length;
  const [isAdding, setAdding] = useState(false);
  return (
    <>
      <ShortList
        title={s.title}
        hint={s.hint}
        label={s.list}
        loadingLabel={s.loading}
        failedTitle={s.loadFailed}
        query={query}
        action={
          <Button variant="primary" onClick={() => setAdding(true)}>
            <Plus aria-hidden />
            {s.add}
          </Button>
        }
        note={
          inUse === 1 ? (
            <Notice tone="info" title={s.onlyOne} className="mx-4 mb-4">
              {s.onlyOneText}
            </Notice>
          ) : null
        }
        table={{
          columns: locationColumns,
          renderCard: (location) => <LocationCard location={location} />,
        }}
      />
      {isAdding ? <LocationDialog location={null} onClose={() => setAdding(false)} /> : null}
    </>
  );
}
