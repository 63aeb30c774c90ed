import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Factory } from 'lucide-react';
import { Notice } from '@/ui/feedback/states';
import { ButtonLink } from '@/ui/form/button-link';
import { DetailPage, detailColumns, idIn } from '@/ui/layout/detail-page';
import { type Supplier, supplierQuery } from './api';
import { SoldList } from './sold-list';
import { detailStrings as s } from './strings';
import { SupplierFacts } from './supplier-facts';
import { SupplierFigures } from './supplier-figures';
import { SupplierHeader } from './supplier-header';

const route = getRouteApi('/_app/proveedores_/$id');

/** Everything known about one supplier, at an address of its own. */
export function SupplierPage() {
  const id = idIn(route.useParams().id);
  const query = useQuery({ ...supplierQuery(id), enabled: id > 0 });
  return (
    <DetailPage
      id={id}
      query={query}
      words={s}
      icon={Factory}
      back={<ButtonLink to="/proveedores">{s.back}</ButtonLink>}
    >
      {(supplier) => <Loaded key={supplier.id} supplier={supplier} />}
    </DetailPage>
  );
}

function Loaded({ supplier }: { supplier: Supplier }) {
  return (
    <>
      <SupplierHeader supplier={supplier} />
      {supplier.mergedInto === null ? null : (
        <Notice tone="info" title={s.mergedTitle} className="mb-5">
          {s.mergedText}{' '}
          <ButtonLink to="/proveedores/$id" params={{ id: String(supplier.mergedInto) }} size="sm">
            {s.mergedLink}
          </ButtonLink>
        </Notice>
      )}
      <SupplierFigures supplier={supplier} />
      <div className={detailColumns}>
        <div className="min-w-0 stack-5">
          <SoldList supplier={supplier} />
        </div>
        <SupplierFacts supplier={supplier} />
      </div>
    </>
  );
}
