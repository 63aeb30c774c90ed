// @vitest-environment jsdom
import { afterEach, describe, expect, test, vi } from 'vitest';
import { bindHotkeys, createHotkeyReader } from './hotkeys';
import { shortcutsPreference } from './preferences';

const known = new Set(['mod+k', '/', '?', 'n', 'g p']);
const reader = () =>
  createHotkeyReader(
    (hotkey) => known.has(hotkey),
    (key) => key === 'g',
  );

function press(key: string, { at = 0, ctrl = false, alt = false } = {}) {
  return { key, ctrlKey: ctrl, metaKey: false, altKey: alt, timeStamp: at };
}

describe('reading keys', () => {
  test('Ctrl K, and nothing else with Ctrl', () => {
    const read = reader();
    expect(read(press('K', { ctrl: true }))).toBe('mod+k');
    expect(read(press('n', { ctrl: true }))).toBeNull();
  });

  test('two letters in a row', () => {
    const read = reader();
    expect(read(press('g', { at: 0 }))).toBeNull();
    expect(read(press('p', { at: 500 }))).toBe('g p');
  });

  test('a second letter that comes too late, or does not belong, does nothing', () => {
    const read = reader();
    read(press('g', { at: 0 }));
    expect(read(press('p', { at: 5000 }))).toBeNull();
    read(press('g', { at: 6000 }));
    expect(read(press('x', { at: 6100 }))).toBeNull();
  });

  test('Alt belongs to the browser', () => {
    expect(reader()(press('n', { alt: true }))).toBeNull();
  });
});

describe('on the page', () => {
  let release = () => {};
  afterEach(() => {
    release();
    document.body.replaceChildren();
  });

  function bind() {
    const spies = { palette: vi.fn(), create: vi.fn() };
    release = bindHotkeys({ 'mod+k': spies.palette, n: spies.create });
    return spies;
  }

  function type(target: Element, init: KeyboardEventInit) {
    target.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...init }));
  }

  test('a letter acts outside fields only; Ctrl K acts everywhere', () => {
    const spies = bind();
    const input = document.body.appendChild(document.createElement('input'));
    type(input, { key: 'n' });
    expect(spies.create).not.toHaveBeenCalled();
    type(input, { key: 'k', ctrlKey: true });
    expect(spies.palette).toHaveBeenCalledOnce();
    type(document.body, { key: 'n' });
    expect(spies.create).toHaveBeenCalledOnce();
  });

  test('letters can be switched off', () => {
    const spies = bind();
    shortcutsPreference.set('off');
    type(document.body, { key: 'n' });
    expect(spies.create).not.toHaveBeenCalled();
    type(document.body, { key: 'k', ctrlKey: true });
    expect(spies.palette).toHaveBeenCalledOnce();
  });

  test('an open dialog keeps the letters to itself; a toast does not', () => {
    const spies = bind();
    const dialog = document.body.appendChild(document.createElement('div'));
    dialog.setAttribute('role', 'dialog');
    type(document.body, { key: 'n' });
    expect(spies.create).not.toHaveBeenCalled();
    dialog.dataset.toast = '';
    type(document.body, { key: 'n' });
    expect(spies.create).toHaveBeenCalledOnce();
  });

  test('whoever bound a key last has it, until they let it go', () => {
    const first = vi.fn();
    const second = vi.fn();
    const releaseFirst = bindHotkeys({ n: first });
    const releaseSecond = bindHotkeys({ n: second });
    type(document.body, { key: 'n' });
    releaseSecond();
    type(document.body, { key: 'n' });
    releaseFirst();
    type(document.body, { key: 'n' });
    expect(second).toHaveBeenCalledOnce();
    expect(first).toHaveBeenCalledOnce();
  });
});
