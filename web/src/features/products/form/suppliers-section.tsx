import { ChevronRight } from 'lucide-react';
import { Suspense } from 'react';
import { Skeleton } from '@/ui/feedback/skeleton';
import { FormError, LoadingRegion } from '@/ui/feedback/states';
import { lazy } from '@/ui/overlay/lazy';
import { suppliersStrings as s } from '../suppliers/strings';
import type { FormSuppliers } from './use-form-suppliers';

const SuppliersFields = lazy(() => import('../suppliers/suppliers-fields'));

/** Who sells the product, for those who want to say so here; most only do later. */
export function SuppliersSection({ suppliers }: { suppliers: FormSuppliers }) {
  const { form, state, problem, open } = suppliers;
  return (
    <details
      className="group rounded-lg border border-line"
      onToggle={(event) => {
        if (event.currentTarget.open) void open();
      }}
    >
      <summary className="flex cursor-pointer list-none items-center gap-1.5 rounded-lg px-3 py-2.5 hover:bg-surface-2">
        <ChevronRight aria-hidden className="size-4 shrink-0 text-ink-3 group-open:rotate-90" />
        <span className="font-semibold">{s.section}</span>
        <span className="text-sm text-ink-2">{s.sectionHint}</span>
      </summary>
      <div className="p-3 pt-1">
        {problem === null ? null : (
          <FormError>
            <p className="font-semibold">{s.loadFailed}</p>
            <p>{problem}</p>
          </FormError>
        )}
        {state === 'open' ? (
          <Suspense>
            <SuppliersFields form={form} />
          </Suspense>
        ) : state === 'loading' ? (
          <LoadingRegion label={s.loading}>
            <Skeleton className="h-16 w-full" />
          </LoadingRegion>
        ) : null}
      </div>
    </details>
  );
}
