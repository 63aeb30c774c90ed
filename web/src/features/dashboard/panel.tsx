import { RotateCw, TriangleAlert } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { errorText } from '@/lib/api-error';
import { cn } from '@/lib/cn';
import { Skeleton } from '@/ui/feedback/skeleton';
import { LoadingRegion } from '@/ui/feedback/states';
import { Button } from '@/ui/form/button';
import { Card, CardHeader } from '@/ui/layout/card';
import { strings } from './strings';

/** What a panel knows about its own data; each one loads and fails alone. */
export type Loading<Data> = {
  data: Data | undefined;
  error: Error | null;
  retry: () => void;
};

type PanelProps<Data> = {
  title: string;
  description?: string;
  action?: ReactNode;
  loading: Loading<Data>;
  loadingLabel: string;
  /** As many as the panel will show, so that nothing moves when they arrive. */
  skeletonRows: number;
  /** A height class for content that is taller than those rows. */
  bodyClass?: string;
  children: (data: Data) => ReactNode;
};

export function Panel<Data>(props: PanelProps<Data>) {
  const { title, description, action, loading, loadingLabel, skeletonRows, bodyClass, children } = props;
  const { data, error, retry } = loading;
  const id = useId();
  return (
    <Card aria-labelledby={id} className="flex min-w-0 flex-col">
      <CardHeader id={id} title={title} description={description} action={action} />
      <div className={cn('flex flex-1 flex-col px-4 pb-1', bodyClass)}>
        {data !== undefined ? (
          children(data)
        ) : error ? (
          <PanelError error={error} onRetry={retry} />
        ) : (
          <LoadingRegion label={loadingLabel} className="ruled">
            {Array.from({ length: skeletonRows }, (_, row) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the rows are identical and never move.
              <div key={row} className="flex h-15 flex-col justify-center gap-2">
                <Skeleton className="w-3/5" />
                <Skeleton className="w-1/4" />
              </div>
            ))}
          </LoadingRegion>
        )}
      </div>
    </Card>
  );
}

export function PanelError({ error, onRetry }: { error: Error; onRetry: () => void }) {
  return (
    <div role="alert" className="flex flex-1 flex-col items-center justify-center gap-1 px-4 py-8 text-center">
      <TriangleAlert aria-hidden className="size-5 text-out-fg" />
      <p className="font-semibold">{strings.loadFailed}</p>
      <p className="max-w-sm text-sm text-balance text-ink-2">{errorText(error)}</p>
      <Button className="mt-3" onClick={onRetry}>
        <RotateCw aria-hidden />
        {strings.retry}
      </Button>
    </div>
  );
}

type PanelEmptyProps = { icon: ReactNode; title: string; text: string };

/** A panel with nothing to tell, which may well be good news. */
export function PanelEmpty({ icon, title, text }: PanelEmptyProps) {
  return (
    <div className="flex flex-1 flex-col items-center justify-center px-4 py-10 text-center">
      <span className="mb-2 [&_svg]:size-6">{icon}</span>
      <p className="font-medium">{title}</p>
      <p className="text-sm text-balance text-ink-2">{text}</p>
    </div>
  );
}

/** The way from a panel to the screen that has all of it. */
export const panelLinkClass = 'rounded-sm text-sm font-medium text-accent hover:underline';
