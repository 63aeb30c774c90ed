import { Component, type ComponentType, type ReactNode, lazy as reactLazy, useState } from 'react';
import { cn } from '@/lib/cn';
import { Button } from '@/ui/form/button';
import { strings } from '@/ui/strings';

type Loaded<Props> = { default: ComponentType<Props> };

/** Where a part comes from, and what was fetched of it. */
type Source<Props> = { readonly Real: ComponentType<Props>; renew: () => void };

/**
 * A part that is fetched when it is first drawn. React remembers for ever that one could not be fetched; this one is
 * fetched again, by itself when it is drawn anew and on the spot by its button. What fails, in fetching or in drawing,
 * takes nothing else of the screen along: the boundary stands around the part alone.
 */
export function lazy<Props extends object>(load: () => Promise<Loaded<Props>>): (props: Props) => ReactNode {
  let fetched = reactLazy(load);
  const source: Source<Props> = {
    get Real() {
      return fetched;
    },
    renew: () => {
      fetched = reactLazy(load);
    },
  };
  return (props) => <Part source={source} given={props} />;
}

function Part<Props extends object>({ source, given }: { source: Source<Props>; given: Props }) {
  const [attempt, setAttempt] = useState(0);
  const { Real } = source;
  return (
    <PartBoundary
      key={attempt}
      onFailure={source.renew}
      onRetry={() => setAttempt(attempt + 1)}
      onClose={closingOf(given)}
    >
      <Real {...given} />
    </PartBoundary>
  );
}

/** How a dialog goes away, which is also how one goes away that did not come. */
function closingOf(props: object): (() => void) | undefined {
  const { onClose, onDone } = props as { onClose?: unknown; onDone?: unknown };
  const close = onClose ?? onDone;
  return typeof close === 'function' ? () => void close() : undefined;
}

type PartBoundaryProps = {
  onFailure: () => void;
  onRetry: () => void;
  onClose: (() => void) | undefined;
  children: ReactNode;
};

class PartBoundary extends Component<PartBoundaryProps, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidCatch() {
    this.props.onFailure();
  }

  override render() {
    const { onRetry, onClose, children } = this.props;
    return this.state.failed ? <Failure onRetry={onRetry} onClose={onClose} /> : children;
  }
}

/** Needs nothing that would have to be fetched itself. A dialog's stands over the screen, where the dialog would be. */
function Failure({ onRetry, onClose }: Pick<PartBoundaryProps, 'onRetry' | 'onClose'>) {
  return (
    <div
      role="alert"
      className={cn(
        'stack-3 rounded-lg border border-out-solid/40 bg-out-bg p-4 text-sm text-out-fg',
        onClose && 'fixed inset-x-4 top-[20vh] z-50 mx-auto max-w-md shadow-e3',
      )}
    >
      <p className="font-semibold">{strings.partFailed}</p>
      <p>{strings.partFailedText}</p>
      <div className="flex flex-wrap gap-2">
        <Button size="sm" onClick={onRetry}>
          {strings.retry}
        </Button>
        <Button size="sm" onClick={() => window.location.reload()}>
          {strings.reload}
        </Button>
        {onClose ? (
          <Button size="sm" variant="ghost" onClick={onClose}>
            {strings.close}
          </Button>
        ) : null}
      </div>
    </div>
  );
}
