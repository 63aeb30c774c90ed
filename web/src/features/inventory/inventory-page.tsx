import { getRouteApi, Link } from '@tanstack/react-router';
import { ArrowLeftRight, PackageMinus, PackagePlus } from 'lucide-react';
import { type ComponentType, Suspense, useState } from 'react';
import { useActiveLocations } from '@/features/shared/use-locations';
import { cn } from '@/lib/cn';
import { useHotkey } from '@/lib/hotkeys';
import { useCan } from '@/lib/permissions';
import { LoadingPart } from '@/ui/feedback/loading-part';
import { Button } from '@/ui/form/button';
import { PageHeader } from '@/ui/layout/page-header';
import { lazy } from '@/ui/overlay/lazy';
import { type Tab, tabs } from './search';
import { strings } from './strings';

const MovementDialog = lazy(() => import('@/features/movements/form/movement-dialog'));
const TransferDialog = lazy(() => import('@/features/movements/form/transfer-dialog'));

const route = getRouteApi('/_app/inventario');

type OpenDialog = 'in' | 'out' | 'transfer' | null;

/** The parts that belong to other nouns come from the route, where features meet. */
type InventoryPageProps = { parts: Record<Tab, ComponentType> };

export function InventoryPage({ parts }: InventoryPageProps) {
  const { tab = 'existencias' } = route.useSearch();
  const [dialog, setDialog] = useState<OpenDialog>(null);
  const canAdjust = useCan('stock.adjust');
  const Part = parts[tab];
  useHotkey('e', () => canAdjust && setDialog('in'));
  const close = () => setDialog(null);
  return (
    <>
      <PageHeader
        title={strings.title}
        subtitle={strings.subtitle}
        actions={canAdjust ? <Actions quiet={tab === 'recuentos'} onOpen={setDialog} /> : undefined}
      />
      <TabLinks current={tab} />
      <Suspense fallback={<LoadingPart />}>
        <Part />
      </Suspense>
      <Suspense>
        {dialog === 'in' || dialog === 'out' ? <MovementDialog direction={dialog} onClose={close} /> : null}
        {dialog === 'transfer' ? <TransferDialog onClose={close} /> : null}
      </Suspense>
    </>
  );
}

type ActionsProps = {
  /** The part below has a main action of its own. */
  quiet: boolean;
  onOpen: (dialog: OpenDialog) => void;
};

function Actions({ quiet, onOpen }: ActionsProps) {
  const several = useActiveLocations().length > 1;
  return (
    <>
      {several ? (
        <Button className="max-sm:flex-1" onClick={() => onOpen('transfer')}>
          <ArrowLeftRight aria-hidden />
          {strings.transfer}
        </Button>
      ) : null}
      <Button className="max-sm:flex-1" onClick={() => onOpen('out')}>
        <PackageMinus aria-hidden />
        {strings.out}
      </Button>
      <Button variant={quiet ? 'secondary' : 'primary'} className="max-sm:flex-1" onClick={() => onOpen('in')}>
        <PackagePlus aria-hidden />
        {strings.in}
      </Button>
    </>
  );
}

/** Each part has an address of its own, so these are links. */
function TabLinks({ current }: { current: Tab }) {
  return (
    <nav aria-label={strings.tabs} className="mb-4 flex gap-1 overflow-x-auto border-b border-line">
      {tabs.map((tab) => (
        <Link
          key={tab}
          to="/inventario"
          search={tab === 'existencias' ? {} : { tab }}
          activeOptions={{ exact: true, includeSearch: false }}
          aria-current={tab === current ? 'page' : undefined}
          className={cn(
            '-mb-px flex h-9 shrink-0 items-center border-b-2 px-3 text-sm font-medium pointer-coarse:h-11',
            tab === current
              ? 'border-accent text-accent'
              : 'border-transparent text-ink-2 hover:border-line-strong hover:text-ink',
          )}
        >
          {strings.tab[tab]}
        </Link>
      ))}
    </nav>
  );
}
