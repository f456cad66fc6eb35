import { readFile, writeFile } from 'node:fs/promises';
import { chromium } from '@playwright/test';
import type { Page } from '@playwright/test';
import { cardImage } from '#client/seo/cardImage.ts';
import { chromiumOptions } from './findChromium.ts';
import { cardPage } from './icons/cardPage.ts';
import { encodeIco } from './icons/encodeIco.ts';

/*
 * `npm run icons`: draws the icons and the link preview image in Chromium from the logo (public/favicon.svg) and the
 * landing page's screenshot, and writes them to public. Run it again when one of them changes.
 */

const toAddress = (type: string, bytes: Buffer): string => `data:${type};base64,${bytes.toString('base64')}`;

const roundMark = await readFile('public/favicon.svg', 'utf8');
/** For systems that crop icons: color up to the edge, with the drawing in the safe zone. */
const squareMark = roundMark.replace(' rx="6"', '');
if (squareMark === roundMark)
  throw new Error('public/favicon.svg no longer has the rounded square that this script replaces');

const draw = async (page: Page, svg: string, side: number): Promise<Buffer> => {
  await page.setViewportSize({ width: side, height: side });
  await page.setContent(`<style>body { margin: 0 } svg { display: block; width: ${side}px }</style>${svg}`);
  return page.screenshot({ omitBackground: true });
};

const drawCard = async (page: Page): Promise<Buffer> => {
  const screenshot = await readFile('client/landing/images/campaigns-light.webp');
  await page.setViewportSize({ width: cardImage.width, height: cardImage.height });
  await page.setContent(
    cardPage({
      mark: toAddress('image/svg+xml', Buffer.from(roundMark)),
      screenshot: toAddress('image/webp', screenshot),
    }),
  );
  return page.screenshot();
};

const browser = await chromium.launch(chromiumOptions());
try {
  const page = await browser.newPage();
  const small = new Map<number, Buffer>();
  for (const side of [16, 32, 48]) small.set(side, await draw(page, roundMark, side));
  await writeFile('public/favicon.ico', encodeIco(small));
  await writeFile('public/icon-192.png', await draw(page, roundMark, 192));
  await writeFile('public/icon-512.png', await draw(page, roundMark, 512));
  await writeFile('public/icon-maskable-512.png', await draw(page, squareMark, 512));
  await writeFile('public/apple-touch-icon.png', await draw(page, squareMark, 180));
  await writeFile(`public${cardImage.path}`, await drawCard(page));
} finally {
  await browser.close();
}
