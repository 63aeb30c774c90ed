import { useEffect, useEffectEvent } from 'react';
import { isDialogOpen } from './open-dialog';
import { shortcutsPreference } from './preferences';

/** «mod+k» (Ctrl or ⌘), «/», «?», a single letter, or two letters in a row: «g p». */
export type Hotkey = string;

const sequenceMs = 1200;
const handlers = new Map<Hotkey, Set<() => void>>();

type KeyPress = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'timeStamp'>;

/** Turns key presses into hotkeys; keeps a first letter for a moment in case a second one completes it. */
export function createHotkeyReader(known: (hotkey: Hotkey) => boolean, isPrefix: (key: string) => boolean) {
  let prefix: { key: string; at: number } | null = null;
  return (press: KeyPress): Hotkey | null => {
    if (press.altKey) return null;
    const key = press.key.toLowerCase();
    if (press.ctrlKey || press.metaKey) {
      prefix = null;
      return known(`mod+${key}`) ? `mod+${key}` : null;
    }
    const sequence = prefix && press.timeStamp - prefix.at < sequenceMs ? `${prefix.key} ${key}` : null;
    prefix = null;
    if (sequence !== null && known(sequence)) return sequence;
    if (isPrefix(key)) {
      prefix = { key, at: press.timeStamp };
      return null;
    }
    return known(key) ? key : null;
  };
}

/** Single keys belong to a user who is typing, and to the dialog or menu that is open. */
export function singleKeysAllowed(target: EventTarget | null): boolean {
  if (shortcutsPreference.get() === 'off') return false;
  if (!(target instanceof HTMLElement)) return true;
  if (target.isContentEditable || target.closest('input, textarea, select, [role=menu], [role=listbox]')) return false;
  return !isDialogOpen();
}

const read = createHotkeyReader(
  (hotkey) => handlers.has(hotkey),
  (key) => [...handlers.keys()].some((hotkey) => hotkey.startsWith(`${key} `)),
);

function onKeyDown(event: KeyboardEvent) {
  const withModifier = event.ctrlKey || event.metaKey;
  if (event.defaultPrevented || event.repeat) return;
  if (!withModifier && !singleKeysAllowed(event.target)) return;
  const hotkey = read(event);
  const last = hotkey === null ? undefined : [...(handlers.get(hotkey) ?? [])].at(-1);
  if (!last) return;
  event.preventDefault();
  last();
}

/** The handler mounted last wins, so a screen can take over a key of the shell. */
export function useHotkey(hotkey: Hotkey, handler: () => void) {
  const onHotkey = useEffectEvent(handler);
  useEffect(() => bindHotkeys({ [hotkey]: () => onHotkey() }), [hotkey]);
}

/** Several at once; pass an object that stays the same between renders. */
export function bindHotkeys(bindings: Record<Hotkey, () => void>): () => void {
  if (handlers.size === 0) window.addEventListener('keydown', onKeyDown);
  for (const [hotkey, handler] of Object.entries(bindings)) {
    const bound = handlers.get(hotkey) ?? new Set();
    handlers.set(hotkey, bound.add(handler));
  }
  return () => {
    for (const [hotkey, handler] of Object.entries(bindings)) {
      const bound = handlers.get(hotkey);
      bound?.delete(handler);
      if (bound?.size === 0) handlers.delete(hotkey);
    }
    if (handlers.size === 0) window.removeEventListener('keydown', onKeyDown);
  };
}

/** «⌘ K» for a user who has that key. */
export function modKeyLabel(): string {
  return /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl';
}
