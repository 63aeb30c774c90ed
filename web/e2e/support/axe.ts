import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';
import type { AxeResults, RunOptions } from 'axe-core';

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

type Narrowed = {
  /** Only these parts; rules about the page as a whole are then left out. */
  within?: string[];
  /** Rules that another look at the same page covers. */
  without?: string[];
  /** The one rule to be looked at. */
  only?: string;
};

/** Fails with a short list of what is wrong and where. */
export async function expectAccessible(page: Page, where: string, narrowed: Narrowed = {}) {
  const { violations } = await lookAt(page, narrowed);
  const found = violations.map(({ id, help, nodes }) => ({
    rule: `${id}: ${help}`,
    at: nodes.map(({ target, failureSummary }) => `${target.join(' ')} — ${failureSummary}`),
  }));
  expect.soft(found, where).toEqual([]);
}

/**
 * A page is given axe once, however many looks it gets; no page has frames, and none needs its styles fetched again.
 */
async function lookAt(page: Page, { within = [], without = [], only }: Narrowed): Promise<AxeResults> {
  const options: RunOptions = {
    runOnly: only ? { type: 'rule', values: [only] } : { type: 'tag', values: standards },
    rules: Object.fromEntries(without.map((rule) => [rule, { enabled: false }])),
    resultTypes: ['violations'],
    iframes: false,
    preload: false,
  };
  const context = within.length > 0 ? { include: within } : undefined;
  if (!(await page.evaluate(() => 'axe' in window))) {
    await page.evaluate(axeSource);
    await page.evaluate(rememberColours);
  }
  return page.evaluate(runAxe, { context, options });
}

type Colour = { r: number; g: number; b: number; alpha: number };

/**
 * Runs in the page. axe reads the same few colours again and again, which is a third of what a look at contrast costs.
 */
function rememberColours() {
  const { axe } = window as unknown as {
    axe: { commons: { color: { Color: { prototype: Colour & { parseString: (text: string) => Colour } } } } };
  };
  const { prototype } = axe.commons.color.Color;
  const read = prototype.parseString;
  const known = new Map<string, Colour>();
  prototype.parseString = function parseString(this: Colour, text) {
    const before = known.get(text);
    if (before) return Object.assign(this, before);
    const { r, g, b, alpha } = read.call(this, text);
    known.set(text, { r, g, b, alpha });
    return this;
  };
}

/**
 * Runs in the page. Of a text on two lines axe compares all that lies under each of them, down to the page behind a
 * dialog, and leaves its contrast undecided where that differs: so the page is away meanwhile, or only out of sight
 * where the overlay stands beside something of it. Without the page a look also costs half.
 */
async function runAxe({ context, options }: { context: { include: string[] } | undefined; options: RunOptions }) {
  const { axe } = window as unknown as { axe: typeof import('axe-core') };
  const overlay = document.querySelector(`#overlays :is(${context?.include.join() ?? 'none'})`);
  const behind = overlay && document.querySelector<HTMLElement>('#root');
  const [property, value] = overlay?.matches('[data-side]') ? ['visibility', 'hidden'] : ['display', 'none'];
  behind?.style.setProperty(property, value);
  try {
    return await axe.run(context ?? document, options);
  } finally {
    behind?.style.removeProperty(property);
  }
}

/** The two sizes that every screen is looked at in. */
export const wide = { name: 'wide', size: { width: 1440, height: 900 } };
export const phone = { name: 'phone', size: { width: 390, height: 844 } };

/** The same screen in both sizes and both themes, without loading it again, and then as wide as it was. */
export async function expectAccessibleInEveryLook(page: Page, where: string, narrowed: Narrowed = {}) {
  const before = page.viewportSize();
  for (const { name, size } of [wide, phone]) {
    await page.setViewportSize(size);
    await expectAccessibleInBothThemes(page, `${where}, ${name}`, narrowed);
  }
  if (before) await page.setViewportSize(before);
}

/** A theme changes colours alone, so the second one is asked about contrast and nothing else. */
export async function expectAccessibleInBothThemes(page: Page, where: string, narrowed: Narrowed = {}) {
  await inTheme(page, 'light');
  await expectAccessible(page, `${where} and light`, narrowed);
  await inTheme(page, 'dark');
  await expectAccessible(page, `${where} and dark`, { ...narrowed, only: 'color-contrast' });
}

async function inTheme(page: Page, colorScheme: 'light' | 'dark') {
  await page.emulateMedia({ colorScheme });
  await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme);
}
