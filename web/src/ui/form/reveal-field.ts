const tintMs = 3000;

/**
 * Brings a field that the server refused into view, focuses it and tints it for three seconds or until it is edited.
 */
export function revealField(form: HTMLElement, name: string): boolean {
  const control = form.querySelector<HTMLElement>(`[name="${CSS.escape(name)}"]`);
  if (!control) return false;
  control.scrollIntoView({ block: 'center' });
  control.focus({ preventScroll: true });
  control.dataset.revealed = '';
  control.addEventListener('input', () => delete control.dataset.revealed, { once: true });
  setTimeout(() => delete control.dataset.revealed, tintMs);
  return true;
}
