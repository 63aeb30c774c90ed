import { expect, test, vi } from 'vitest';
import { newKey } from './new-key';

test('a page without HTTPS makes keys as well, each another one', () => {
  vi.stubGlobal('crypto', { getRandomValues: (bytes: Uint8Array) => bytes.map(() => Math.random() * 256) });
  const keys = new Set(Array.from({ length: 100 }, newKey));
  expect(keys.size).toBe(100);
  for (const key of keys) expect(key).toMatch(/^[0-9a-f]{32}$/);
});
