import { expect, type Page } from '@playwright/test';
import { settled } from './screens';

/** A narrow phone, a usual one, the widths where the layout changes, and a laptop zoomed to 200 %. */
const sizes = [
  { width: 320, height: 640 },
  { width: 390, height: 844 },
  { width: 640, height: 800 },
  { width: 720, height: 450 },
  { width: 768, height: 1024 },
];

/** Whatever reaches beyond the right edge and is neither clipped nor scrolled by its own box. */
async function beyondTheEdge(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    const culprits = [...document.body.querySelectorAll('*')]
      .filter((element) => element.getBoundingClientRect().right > clientWidth + 1)
      .map((element) => `${element.tagName.toLowerCase()} «${element.textContent?.slice(0, 40) ?? ''}»`);
    return [`${scrollWidth} px wide`, ...culprits.slice(0, 5)];
  });
}

/** A picture is drawn anew once it has been told of its new room, which is with the next frame. */
async function nextFrames(page: Page) {
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
}

type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean };

/** How much of what was already there moved while the screen filled up. */
function layoutShift(page: Page): Promise<number> {
  return page.evaluate(async () => {
    let sum = 0;
    const observer = new PerformanceObserver((list) => {
      for (const shift of list.getEntries() as Shift[]) if (!shift.hadRecentInput) sum += shift.value;
    });
    observer.observe({ type: 'layout-shift', buffered: true });
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
    observer.disconnect();
    return sum;
  });
}

const shiftMax = 0.02;

/** What has just been opened settles without moving what was there already. */
export async function expectStill(page: Page, where: string) {
  await settled(page);
  expect.soft(await layoutShift(page), `what moved on ${where}`).toBeLessThanOrEqual(shiftMax);
}

export async function expectNoSidewaysScroll(page: Page, path: string) {
  for (const size of sizes) {
    await page.setViewportSize(size);
    await nextFrames(page);
    expect.soft(await beyondTheEdge(page), `${path} at ${size.width} px`).toEqual([]);
  }
}
