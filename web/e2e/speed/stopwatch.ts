import type { Page } from '@playwright/test';

/** What one change of a list came to: milliseconds until its rows were painted, and how often they were. */
export type Lap = { took: number; asked: number; renders: number; longestTask: number };

type Stopwatch = {
  began: number;
  answered: number;
  painted: number;
  asked: number;
  renders: number;
  longestTask: number;
};

declare global {
  interface Window {
    stopwatch: Stopwatch;
  }
}

/** Runs in the page, before anything of its own: notes when somebody acts, when a list is answered and when it is painted. */
function attach() {
  const watch: Stopwatch = { began: 0, answered: 0, painted: 0, asked: 0, renders: 0, longestTask: 0 };
  window.stopwatch = watch;
  const begin = () => {
    watch.began ||= performance.now();
  };
  for (const event of ['pointerdown', 'input', 'change']) addEventListener(event, begin, { capture: true });
  const isList = (url: string) =>
    /^\/api\/(products|inventory|pedidos|forecast|alerts)\/$/.test(new URL(url).pathname);
  const send = window.fetch;
  window.fetch = async (input, init) => {
    const list = watch.began > 0 && input instanceof Request && isList(input.url);
    if (list) watch.asked += 1;
    const answer = await send(input, init);
    if (list) watch.answered = performance.now();
    return answer;
  };
  const observer = new MutationObserver((changes) => {
    const inRows = changes.some(({ target }) => (target as Element).closest?.('tbody'));
    if (!inRows || watch.answered === 0) return;
    watch.renders += 1;
    requestAnimationFrame(() =>
      setTimeout(() => {
        watch.painted = performance.now();
      }),
    );
  });
  observer.observe(document, { subtree: true, childList: true });
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) watch.longestTask = Math.max(watch.longestTask, duration);
  }).observe({ type: 'longtask' });
}

export function attachStopwatch(page: Page) {
  return page.addInitScript(attach);
}

/** How long after the last paint nothing more is expected to come. */
const quiet = 150;

/** How long rows may take to come at all. */
const patience = 60_000;

/** Does something to a list and waits until its new rows have been painted. */
export async function time(page: Page, change: () => Promise<unknown>): Promise<Lap> {
  await page.evaluate(() => {
    Object.assign(window.stopwatch, {
      began: 0,
      answered: 0,
      painted: 0,
      asked: 0,
      renders: 0,
      longestTask: 0,
    });
  });
  await change();
  await page.waitForFunction(
    (pause) => window.stopwatch.painted > 0 && performance.now() - window.stopwatch.painted > pause,
    quiet,
    { timeout: patience },
  );
  return page.evaluate(() => {
    const { began, painted, asked, renders, longestTask } = window.stopwatch;
    return { took: painted - began, asked, renders, longestTask };
  });
}
