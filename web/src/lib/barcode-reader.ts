import { useEffect, useEffectEvent } from 'react';
import { isDialogOpen } from './hotkeys';

type KeyPress = Pick<KeyboardEvent, 'key' | 'timeStamp' | 'ctrlKey' | 'metaKey' | 'altKey'>;

/** A reader types a whole code in a blink; no hand keeps up with this between two keys. */
const gapMs = 100;
const minDigits = 6;
const maxDigits = 48;

/** Turns a fast burst of digits that ends with Enter into the code that was scanned. */
export function createBarcodeReader() {
  let digits = '';
  let lastAt = 0;
  return (press: KeyPress): string | null => {
    const inTime = press.timeStamp - lastAt <= gapMs;
    lastAt = press.timeStamp;
    const scanned = inTime ? digits : '';
    digits = '';
    if (press.ctrlKey || press.metaKey || press.altKey) return null;
    if (press.key === 'Enter') return scanned.length >= minDigits ? scanned : null;
    if (/^\d$/.test(press.key)) digits = (scanned + press.key).slice(-maxDigits);
    return null;
  };
}

/** A user who has the cursor in a field, or a dialog open, wants the code there. */
function belongsToSomebody(target: EventTarget | null): boolean {
  if (isDialogOpen()) return true;
  return target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]') !== null;
}

/** The one mounted last gets the code, so that a screen can take it over from the shell. */
const receivers = new Set<(code: string) => void>();

/** Listens for a barcode reader acting as a keyboard, anywhere on the page outside of fields. */
export function useBarcodeReader(onCode: (code: string) => void) {
  const handle = useEffectEvent(onCode);
  useEffect(() => {
    const read = createBarcodeReader();
    const receive = (code: string) => handle(code);
    receivers.add(receive);
    function onKeyDown(event: KeyboardEvent) {
      if (belongsToSomebody(event.target)) return;
      const code = read(event);
      if (code === null || [...receivers].at(-1) !== receive) return;
      // The Enter that ends the code must not press whatever button has the focus.
      event.preventDefault();
      event.stopPropagation();
      receive(code);
    }
    window.addEventListener('keydown', onKeyDown, true);
    return () => {
      receivers.delete(receive);
      window.removeEventListener('keydown', onKeyDown, true);
    };
  }, []);
}
