import type { Browser, Page } from '@playwright/test';

type Size = { width: number; height: number };

/** Turns what a browser shows into a small WebP, with the browser itself: nothing has to be installed for it. */
export class Darkroom {
  readonly #page: Page;

  private constructor(page: Page) {
    this.#page = page;
  }

  static async open(browser: Browser): Promise<Darkroom> {
    return new Darkroom(await (await browser.newContext()).newPage());
  }

  async develop(png: Buffer, { width, height }: Size, quality: number): Promise<Buffer> {
    const webp = await this.#page.evaluate(
      async ({ base64, width, height, quality }) => {
        const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
        const picture = await createImageBitmap(new Blob([bytes], { type: 'image/png' }), {
          resizeWidth: width,
          resizeHeight: height,
          resizeQuality: 'high',
        });
        const canvas = new OffscreenCanvas(width, height);
        canvas.getContext('2d')?.drawImage(picture, 0, 0);
        const blob = await canvas.convertToBlob({ type: 'image/webp', quality });
        return [...new Uint8Array(await blob.arrayBuffer())];
      },
      { base64: png.toString('base64'), width, height, quality },
    );
    return Buffer.from(webp);
  }
}
