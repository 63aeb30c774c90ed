import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

type Narrowed = {
  /** Only these parts; rules about the page as a whole are then left out. */
  within?: string[];
  /** Rules that another look at the same page covers. */
  without?: string[];
};

/** Fails with a short list of what is wrong and where. */
export async function expectAccessible(
  page: Page,
  where: string,
  { within = [], without = [] }: Narrowed = {},
) {
  // No page has frames, so the quicker way that skips them finds everything.
  const axe = new AxeBuilder({ page })
    .options({ resultTypes: ['violations'] })
    .withTags(standards)
    .disableRules(without)
    .setLegacyMode(true);
  for (const part of within) axe.include(part);
  const { violations } = await axe.analyze();
  const found = violations.map(({ id, help, nodes }) => ({
    rule: `${id}: ${help}`,
    at: nodes.map(({ target, failureSummary }) => `${target.join(' ')} — ${failureSummary}`),
  }));
  expect.soft(found, where).toEqual([]);
}

const looks = [
  { name: 'wide and light', colorScheme: 'light', size: { width: 1440, height: 900 } },
  { name: 'wide and dark', colorScheme: 'dark', size: { width: 1440, height: 900 } },
  { name: 'phone and dark', colorScheme: 'dark', size: { width: 390, height: 844 } },
  { name: 'phone and light', colorScheme: 'light', size: { width: 390, height: 844 } },
] as const;

/** The same screen in both themes and both sizes, without loading it again. */
export async function expectAccessibleInEveryLook(page: Page, where: string, narrowed: Narrowed = {}) {
  for (const { name, colorScheme, size } of looks) {
    await page.setViewportSize(size);
    await page.emulateMedia({ colorScheme });
    await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme);
    await expectAccessible(page, `${where}, ${name}`, narrowed);
  }
}
