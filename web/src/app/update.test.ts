// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest';
import { onUpdateReady, watchForLostParts } from './update';

watchForLostParts();

afterEach(() => {
  document.head.replaceChildren();
});

function lose() {
  const event = new Event('vite:preloadError');
  window.dispatchEvent(Object.assign(event, { payload: new TypeError('Failed to fetch dynamically imported module') }));
}

function open(entry: string) {
  const script = document.createElement('script');
  script.type = 'module';
  script.setAttribute('src', entry);
  document.head.append(script);
}

test('a part that is gone offers the new version, if there is one', async () => {
  const ready = vi.fn();
  const stop = onUpdateReady(ready);
  const fetch = vi.fn(async () => new Response('<script type="module" src="/assets/index-new.js"></script>'));
  vi.stubGlobal('fetch', fetch);
  open('/assets/index-new.js');
  lose();
  await vi.waitFor(() => expect(fetch).toHaveBeenCalledOnce());
  await new Promise((resolve) => setTimeout(resolve));
  expect(ready).not.toHaveBeenCalled();

  document.head.replaceChildren();
  open('/assets/index-old.js');
  lose();
  await vi.waitFor(() => expect(ready).toHaveBeenCalledOnce());
  stop();
});
