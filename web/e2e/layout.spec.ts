import type { Page } from '@playwright/test';
import { detailPaths, publicPaths, settled, signedInPaths } from './support/screens';
import { expect, test } from './support/test';

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
  await page.evaluate(
    () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
  );
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
const looks = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
];

async function expectNoSidewaysScroll(page: Page, path: string) {
  for (const size of sizes) {
    await page.setViewportSize(size);
    await nextFrames(page);
    expect.soft(await beyondTheEdge(page), `${path} at ${size.width} px`).toEqual([]);
  }
}

test('no screen of the shell scrolls sideways or jumps while it loads', async ({ demoShop, visit }) => {
  test.slow();
  const page = await visit(demoShop.admin, '/dashboard', { shop: demoShop });
  for (const path of [...signedInPaths, ...detailPaths]) {
    for (const look of looks) {
      await page.setViewportSize(look);
      await page.goto(path);
      await settled(page);
      const shift = await layoutShift(page);
      expect.soft(shift, `what moved on ${path} at ${look.width} px`).toBeLessThanOrEqual(shiftMax);
    }
    await expectNoSidewaysScroll(page, path);
  }
});

test('no screen outside of the shell scrolls sideways', async ({ demoShop, visit }) => {
  const page = await visit(null, '/login', { shop: demoShop });
  for (const path of [...publicPaths, '/password-change#token=inventado']) {
    await page.goto(path);
    await settled(page);
    await expectNoSidewaysScroll(page, path);
  }
});

test('a long name without spaces widens nothing', async ({ shop, visit }) => {
  const long = 'Supercalifragilisticoespialidoso'.repeat(3);
  const account = await shop.newAccount({
    firstName: long,
    lastName: long,
    email: `${'largo'.repeat(12)}${Date.now()}@${'ejemplo'.repeat(8)}.es`,
  });
  const page = await visit(account, '/profile', { viewport: { width: 320, height: 640 } });
  await settled(page);
  await expectNoSidewaysScroll(page, '/profile');
  await page.setViewportSize({ width: 320, height: 640 });
  await page.getByRole('button', { name: 'Menú de usuario' }).click();
  await expect(page.getByRole('menu')).toBeVisible();
  await expectNoSidewaysScroll(page, 'the user menu');
  const list = await visit(shop.admin, `/configuracion?seccion=usuarios&buscar=${account.username}`);
  await settled(list);
  await expectNoSidewaysScroll(list, 'the account list');
});

test('a toast leaves the buttons of a sheet free on a phone', async ({ shop, visit }) => {
  const phone = { viewport: { width: 390, height: 844 } };
  const page = await visit(shop.admin, '/configuracion?seccion=almacenes', phone);
  const sheet = page.getByRole('dialog', { name: 'Renombrar almacén' });
  await page.getByRole('button', { name: 'Renombrar Principal' }).click();
  await sheet.getByLabel('Nombre').fill('Almacén central');
  await sheet.getByRole('button', { name: 'Guardar' }).click();
  const toast = page.getByRole('region', { name: 'Avisos', exact: true }).getByText('Almacén renombrado');
  await expect(toast).toBeVisible();
  await page.getByRole('button', { name: 'Renombrar Almacén central' }).click();
  const save = sheet.getByRole('button', { name: 'Guardar' });
  await expect(save).toBeVisible();
  const sheetTop = (await sheet.boundingBox())?.y ?? 0;
  const message = await toast.boundingBox();
  expect((message?.y ?? 0) + (message?.height ?? 0)).toBeLessThan(sheetTop);
  await sheet.getByLabel('Nombre').fill('Principal');
  await save.click();
  await expect(page.getByText('Almacén central → Principal')).toBeVisible();
});
