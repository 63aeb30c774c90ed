// Runs before the first paint so that nobody sees the other theme flash by.
// It repeats the rule of src/lib/theme.ts because the page's policy allows no inline script to share it.
(() => {
  const root = document.documentElement;
  let theme = 'system';
  let density = 'normal';
  try {
    theme = localStorage.getItem('theme') || theme;
    density = localStorage.getItem('density') || density;
  } catch {
    // Storage can be blocked; the system's choice is then good enough.
  }
  const dark = theme === 'dark' || (theme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  root.dataset.theme = dark ? 'dark' : 'light';
  root.dataset.density = density === 'compact' ? 'compact' : 'normal';
})();

// A browser too old for the page would show nothing at all. What is looked for came last of what the page needs: it
// marks Chrome and Edge 116, Firefox 124 and Safari 17.4, which vite.config.ts builds for.
if (typeof AbortSignal === 'undefined' || !('any' in AbortSignal)) {
  document.addEventListener('DOMContentLoaded', () => {
    const note = document.createElement('p');
    note.setAttribute('role', 'alert');
    note.style.cssText = 'margin:2rem;font:1rem/1.5 sans-serif';
    note.textContent =
      'Este navegador es demasiado antiguo para Estante. Actualízalo: hace falta Chrome o Edge 116, Firefox 124, ' +
      'Safari 17.4 o más recientes.';
    document.body.prepend(note);
  });
}
