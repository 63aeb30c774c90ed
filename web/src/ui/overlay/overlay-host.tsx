import { createContext, type ReactNode, use, useCallback, useState } from 'react';

/** A dialog, given how to close it. */
type Overlay = (close: () => void) => ReactNode;

const ShowContext = createContext<((overlay: Overlay) => void) | null>(null);

/**
 * Holds the dialogs that its rows open. A row comes and goes with the news from others and with the turn of a phone,
 * when a table becomes cards; a question, what is being typed or a secret shown once must not go with it.
 */
export function OverlayHost({ children }: { children: ReactNode }) {
  const [overlay, setOverlay] = useState<Overlay | null>(null);
  // A function as a state is called by React, so it is wrapped in another.
  const show = useCallback((next: Overlay) => setOverlay(() => next), []);
  return (
    <ShowContext value={show}>
      {children}
      {overlay?.(() => setOverlay(null))}
    </ShowContext>
  );
}

/** Opens a dialog in the nearest host, where it outlives the component that asked for it. */
export function useOverlay(): (overlay: Overlay) => void {
  const show = use(ShowContext);
  if (show === null) throw new Error('useOverlay needs an OverlayHost around it');
  return show;
}
