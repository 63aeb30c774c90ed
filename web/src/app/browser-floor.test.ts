// @vitest-environment jsdom
import { readFileSync } from 'node:fs';
import { runInThisContext } from 'node:vm';
import { afterEach, expect, test, vi } from 'vitest';

const read = (path: string) => readFileSync(path, 'utf8');
const script = read('public/theme.js');

afterEach(() => document.body.replaceChildren());

function start() {
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  runInThisContext(script);
  document.dispatchEvent(new Event('DOMContentLoaded'));
}

test('a browser older than the page is made for is told so, and no other is', () => {
  start();
  expect(document.querySelector('[role=alert]')).toBeNull();
  vi.stubGlobal('AbortSignal', class {});
  start();
  expect(document.querySelector('[role=alert]')).toHaveTextContent('Este navegador es demasiado antiguo');
});

test('the oldest browsers are the same in the build, on the page and in the README', () => {
  const [, targets = ''] = /target: \[([^\]]+)\]/.exec(read('vite.config.ts')) ?? [];
  const floor = Object.fromEntries([...targets.matchAll(/'([a-z]+)([\d.]+)'/g)].map(([, name, from]) => [name, from]));
  expect(Object.keys(floor)).toEqual(['chrome', 'edge', 'firefox', 'safari']);
  expect(floor.edge).toBe(floor.chrome);
  const names = `${floor.chrome}, Firefox ${floor.firefox}, Safari ${floor.safari}`;
  expect(read('../README.md')).toContain(`Chrome or Edge ${names}`);
  expect(script.replaceAll(/' \+\s+'/g, '')).toContain(`Chrome o Edge ${names}`);
});
