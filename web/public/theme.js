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
