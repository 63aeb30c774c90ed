import type { Locator, Page } from '@playwright/test';
import { expect } from '@playwright/test';

/** Where the page says what has just happened. */
export function toasts(page: Page): Locator {
  return page.getByRole('region', { name: 'Avisos', exact: true });
}

export function rowOf(page: Page, text: string): Locator {
  return page.getByRole('row').filter({ hasText: text });
}

/** A field by its whole label, whether or not it has to be filled in. */
export function field(form: Locator | Page, label: string): Locator {
  const text = label.replace(/[()$]/g, '\\$&');
  return form.getByLabel(new RegExp(`^${text}\\s*(\\(opcional\\))?$`));
}

/** The words of a select, in their order. */
export async function expectOptions(select: Locator, options: string[]) {
  await expect(select.getByRole('option')).toHaveText(options);
}

/** One of the figures of a card, with its label and what explains it. */
export function figure(region: Locator, label: string): Locator {
  return region.locator('dl > div').filter({ hasText: new RegExp(`^${label}`) });
}

const dayFormat = new Intl.DateTimeFormat('sv', { timeZone: 'Europe/Madrid' });
const dayMs = 24 * 60 * 60 * 1000;

/** A day of the business as date fields write it: 0 is today, -1 yesterday. */
export function day(fromToday: number): string {
  return dayFormat.format(Date.now() + fromToday * dayMs);
}

/** Seconds between two keys of a barcode reader. */
const keyGap = 0.005;

/**
 * A barcode reader is a keyboard that hardly waits between two keys, and ends with Enter. Each key says when it was
 * pressed: on a busy machine they arrive late, as from a real reader, and still together.
 */
export async function scan(page: Page, code: string) {
  const reader = await page.context().newCDPSession(page);
  const begun = Date.now() / 1000;
  const presses = [...code.split(''), 'Enter'].flatMap((key, index) => {
    const isEnter = key === 'Enter';
    const press = {
      key,
      text: isEnter ? '\r' : key,
      code: isEnter ? 'Enter' : `Digit${key}`,
      windowsVirtualKeyCode: isEnter ? 13 : key.charCodeAt(0),
      timestamp: begun + index * keyGap,
    };
    return [
      { ...press, type: 'keyDown' as const },
      { ...press, type: 'keyUp' as const },
    ];
  });
  await Promise.all(presses.map((press) => reader.send('Input.dispatchKeyEvent', press)));
  await reader.detach();
}

const discard = '¿Descartar los cambios?';

/** Tries to leave a dialog with something typed in it; nothing may be lost by that. */
export async function expectGuarded(page: Page, leave: () => Promise<void>, kept: Locator) {
  await leave();
  const question = page.getByRole('alertdialog', { name: discard });
  await expect(question).toContainText('Lo que has escrito no se ha guardado y se perderá.');
  await expect(question.getByRole('button', { name: 'Descartar' })).toBeVisible();
  await question.getByRole('button', { name: 'Seguir editando' }).click();
  await expect(question).toHaveCount(0);
  await expect(kept).toBeVisible();
}

export async function discardChanges(page: Page) {
  await page.getByRole('alertdialog', { name: discard }).getByRole('button', { name: 'Descartar' }).click();
}

/** Presses «Reintentar» if it is still there: a live page may have asked again by itself meanwhile. */
export async function retry(failed: Locator | Page) {
  const button = failed.getByRole('button', { name: 'Reintentar' });
  await button.evaluateAll((buttons: HTMLElement[]) => {
    for (const one of buttons) one.click();
  });
}
