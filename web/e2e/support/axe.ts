import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

type Narrowed = {
  /** Only these parts; rules about the page as a whole are then left out. */
  within?: string[];
  /** Rules that another look at the same page covers. */
  without?: string[];
  /** The one rule to be looked at. */
  only?: string;
};

/** Fails with a short list of what is wrong and where. */
export async function expectAccessible(
  page: Page,
  where: string,
  { within = [], without = [], only }: Narrowed = {},
) {
  // No page has frames, so the quicker way that skips them finds everything.
  const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).setLegacyMode(true);
  if (only) axe.withRules(only);
  else axe.withTags(standards).disableRules(without);
  for (const part of within) axe.include(part);
  const { violations } = await axe.analyze();
  const found = violations.map(({ id, help, nodes }) => ({
    rule: `${id}: ${help}`,
    at: nodes.map(({ target, failureSummary }) => `${target.join(' ')} — ${failureSummary}`),
  }));
  expect.soft(found, where).toEqual([]);
}

const sizes = [
  { name: 'wide', size: { width: 1440, height: 900 } },
  { name: 'phone', size: { width: 390, height: 844 } },
] as const;

/**
 * The same screen in both sizes and both themes, without loading it again. A size changes what is there; a theme
 * changes colours alone, so the second one is asked about contrast and nothing else.
 */
export async function expectAccessibleInEveryLook(page: Page, where: string, narrowed: Narrowed = {}) {
  for (const { name, size } of sizes) {
    await page.setViewportSize(size);
    await inTheme(page, 'light');
    await expectAccessible(page, `${where}, ${name} and light`, narrowed);
    await inTheme(page, 'dark');
    await expectAccessible(page, `${where}, ${name} and dark`, { ...narrowed, only: 'color-contrast' });
  }
}

async function inTheme(page: Page, colorScheme: 'light' | 'dark') {
  await page.emulateMedia({ colorScheme });
  await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme);
  // Even a change of colour that takes no time is over only with the next frame.
  await page.evaluate(() => Promise.allSettled(document.getAnimations().map(({ finished }) => finished)));
}
