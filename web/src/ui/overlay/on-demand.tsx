import { type ComponentType, lazy, Suspense, useState } from 'react';

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
    const standIn = (
      <StandIn
        {...props}
        aria-expanded={false}
        onClick={() => setWanted(true)}
        onPointerEnter={preload}
        onFocus={preload}
      />
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
