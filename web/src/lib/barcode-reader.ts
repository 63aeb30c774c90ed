import { useEffect, useEffectEvent } from 'react';
import { isDialogOpen } from './open-dialog';

type KeyPress = Pick<KeyboardEvent, 'key' | 'timeStamp' | 'ctrlKey' | 'metaKey' | 'altKey'>;

/** A reader types a whole code in a blink; no hand keeps up with this between two keys. */
const gapMs = 100;
const minDigits = 6;
const maxDigits = 48;
/** How many digits have to come in a blink for what was typed to be the work of a reader at all. */
const quickDigits = 3;

/** A code that was read, or that one was and something of it is missing. */
export type Scan = { code: string } | 'cut';

const nothing = { digits: '', quick: 0, isCut: false };

/**
 * Turns a fast burst of digits that ends with Enter into the code that was scanned. A code is taken whole or not at
 * all: of one whose burst paused, was mixed with something else or went elsewhere in part, the rest would be the code
 * of another product. How long it paused says nothing on a busy machine, so only Enter, another key typed by hand or
 * a click (`forget`) begin anew.
 */
export function createBarcodeReader(listensSince = 0) {
  let burst = nothing;
  // What comes at once after it began to listen may have begun before.
  let lastAt = listensSince;
  let lastWasText = true;

  type How = Record<'inTime' | 'followsText' | 'isElsewhere', boolean>;

  function addDigit(digit: string, { inTime, followsText, isElsewhere }: How) {
    const begins = burst.digits === '';
    const follows = begins ? !(inTime && followsText) : inTime;
    burst = {
      digits: burst.digits + digit,
      quick: burst.quick + (inTime && !begins ? 1 : 0),
      isCut: burst.isCut || isElsewhere || !follows || burst.digits.length >= maxDigits,
    };
  }

  function end(): Scan | null {
    const { digits, quick, isCut } = burst;
    burst = nothing;
    if (digits.length < minDigits || quick < quickDigits) return null;
    return isCut ? 'cut' : { code: digits };
  }

  function read(press: KeyPress, isElsewhere = false): Scan | null {
    const inTime = press.timeStamp - lastAt <= gapMs;
    const isCommand = press.ctrlKey || press.metaKey || press.altKey;
    if (press.key === 'Shift') return null;
    const followsText = lastWasText;
    lastAt = press.timeStamp;
    lastWasText = press.key.length === 1;
    if (/^\d$/.test(press.key) && !isCommand) addDigit(press.key, { inTime, followsText, isElsewhere });
    else if (press.key === 'Enter' && !isCommand && !isElsewhere) return end();
    else if (press.key.length === 1 && inTime && burst.digits !== '') burst = { ...burst, isCut: true };
    else burst = nothing;
    return null;
  }

  return {
    read,
    forget: () => {
      burst = nothing;
    },
  };
}

/** A user who has the cursor in a field, or a dialog open, wants the code there. */
function belongsToSomebody(target: EventTarget | null): boolean {
  if (isDialogOpen()) return true;
  return target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]') !== null;
}

/** The one mounted last gets the code, so that a screen can take it over from the shell. */
const receivers: ((scan: Scan) => void)[] = [];

/**
 * Listens for a barcode reader acting as a keyboard, anywhere on the page outside of fields: one for all that receive,
 * from the start of the page, so that a screen that arrives in the middle of a code has its beginning, too.
 */
export function listenForCodes(): () => void {
  const { read, forget } = createBarcodeReader(performance.now());
  function onKeyDown(event: KeyboardEvent) {
    const scan = read(event, belongsToSomebody(event.target));
    const receive = receivers.at(-1);
    if (scan === null || receive === undefined) return;
    // The Enter that ends the code must not press whatever button has the focus.
    event.preventDefault();
    event.stopPropagation();
    receive(scan);
  }
  window.addEventListener('keydown', onKeyDown, true);
  window.addEventListener('pointerdown', forget, true);
  return () => {
    window.removeEventListener('keydown', onKeyDown, true);
    window.removeEventListener('pointerdown', forget, true);
  };
}

/** Takes the codes that are read while the caller is on the screen. */
export function useBarcodeReader(onScan: (scan: Scan) => void) {
  const handle = useEffectEvent(onScan);
  useEffect(() => {
    const receive = (scan: Scan) => handle(scan);
    receivers.push(receive);
    return () => {
      receivers.splice(receivers.indexOf(receive), 1);
    };
  }, []);
}
