import { type ComponentType, Suspense, useState } from 'react';
import { showToast } from '@/ui/feedback/toast';
import { strings } from '@/ui/strings';
import { lazy } from './lazy';

/** What the stand-in must pass to its button. */
export type StandInProps = {
  onClick: () => void;
  onPointerEnter: () => void;
  onFocus: () => void;
  'aria-expanded': false;
};

type Loaded<Props> = { default: ComponentType<Props> };

/**
 * A menu or popover whose library is fetched only when a user reaches for it. Until then a button that
 * looks the same stands in; what replaces it must open by itself (`defaultOpen`).
 */
export function onDemand<Props extends object>(
  load: () => Promise<Loaded<Props>>,
  StandIn: ComponentType<Props & StandInProps>,
): ComponentType<Props> {
  const Real = lazy(load);
  const preload = () => void load().catch(() => undefined);

  return function OnDemand(props: Props) {
    const [wanted, setWanted] = useState(false);
    /** The button stays as long as what it opens could not be fetched, and says so. */
    function open() {
      load().then(
        () => setWanted(true),
        () => showToast({ type: 'error', title: strings.partFailed, description: strings.partFailedText }),
      );
    }
    const standIn = (
      <StandIn {...props} aria-expanded={false} onClick={open} onPointerEnter={preload} onFocus={preload} />
    );
    return wanted ? (
      <Suspense fallback={standIn}>
        <Real {...props} />
      </Suspense>
    ) : (
      standIn
    );
  };
}
