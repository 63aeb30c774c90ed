import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, type Page, test } from '@playwright/test';
import { settled } from '../support/screens';
import { Shop } from '../support/shop';
import { openWindow } from '../support/window';
import { faqScenes, readmeScenes, type Scene } from './scenes';
import { Darkroom } from './webp';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const faqFolder = join(root, 'web/src/features/support/pictures');
const readmeFolder = join(root, 'docs/images');

/** The pictures to take again, by name; all of them when nobody says otherwise. */
const only = process.env.ONLY?.split(',');

/** What the questions show is small: seen at 1280 × 800, kept at 1000 × 625. */
const faqLook = { viewport: { width: 1280, height: 800 }, size: { width: 1000, height: 625 }, quality: 0.72 };
const readmeLook = {
  viewport: { width: 1440, height: 900 },
  size: { width: 1440, height: 900 },
  quality: 0.8,
};
const phoneLook = { viewport: { width: 390, height: 844 }, size: { width: 390, height: 844 }, quality: 0.8 };

/** Half-painted pictures and blinking cursors would make every run another. */
async function shoot(page: Page, { act }: Scene): Promise<Buffer> {
  await settled(page);
  // A pointer that has not moved yet lies on the sidebar, which grows under it.
  await page.mouse.move(640, 4);
  await act?.(page);
  await page.mouse.move(640, 4);
  await page.waitForLoadState('networkidle', { timeout: 2000 }).catch(() => undefined);
  await page.evaluate(async () => {
    await document.fonts.ready;
    await Promise.all([...document.images].filter((image) => !image.complete).map((image) => image.decode()));
  });
  return page.screenshot({ animations: 'disabled', caret: 'hide' });
}

async function take(browser: Browser, shop: Shop, scenes: typeof readmeScenes, folder: string, faq: boolean) {
  mkdirSync(folder, { recursive: true });
  const darkroom = await Darkroom.open(browser);
  for (const scene of scenes.filter(({ name }) => only?.includes(name) ?? true)) {
    const { viewport, size, quality } = faq ? faqLook : scene.phone ? phoneLook : readmeLook;
    const { page, giveBack } = await openWindow(browser, shop.address, shop.admin, scene.path, {
      viewport,
      colorScheme: scene.dark ? 'dark' : 'light',
    });
    const webp = await darkroom.develop(await shoot(page, scene), size, quality);
    writeFileSync(join(folder, `${scene.name}.webp`), webp);
    console.log(`${scene.name}.webp  ${Math.round(webp.length / 1024)} KB`);
    await giveBack();
  }
}

test('the pictures of the README and of the questions', async ({ browser }) => {
  const shop = await Shop.open({
    binary: process.env.ESTANTE_BIN ?? 'bin/estante',
    demo: true,
    demoDays: 380,
  });
  try {
    await take(browser, shop, readmeScenes, readmeFolder, false);
    await take(browser, shop, faqScenes, faqFolder, true);
  } finally {
    await shop.server.stop();
  }
});
