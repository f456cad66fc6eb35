import { mkdir, writeFile } from 'node:fs/promises';
import { chromium } from '@playwright/test';
import { chromiumOptions } from './findChromium.ts';
import { openWebpEncoder } from './screenshots/openWebpEncoder.ts';
import { landingScreens, screens } from './screenshots/screens.ts';
import type { Screen } from './screenshots/screens.ts';
import { takePicture, themes } from './screenshots/takePicture.ts';
import { startProduct } from '#testing/startProduct.ts';

/*
 * `npm run screenshots`: takes the screenshots of docs/screenshots, of the built product with sandbox data.
 * Names after `--` select screens. `--landing` writes the pictures of the landing page instead; build again to show them.
 */

type Kind = {
  folder: string;
  /** The default widths for screens. */
  widths: readonly number[];
  height: number;
  /** Device pixels per CSS pixel. */
  scale: number;
  /** The files of a picture: name suffix, size reduction and quality. */
  files: readonly { suffix: string; shrink: number; quality: number }[];
  fileName(screen: Screen, width: number, theme: string): string;
};

const documents: Kind = {
  folder: 'docs/screenshots',
  widths: [1280],
  height: 800,
  scale: 1,
  // The browser's lossless encoder makes files up to twenty times as large.
  files: [{ suffix: '', shrink: 1, quality: 0.8 }],
  fileName: (screen, width, theme) => `${screen.name}-${width}-${theme}`,
};

const landing: Kind = {
  folder: 'client/landing/images',
  widths: [1200],
  height: 750,
  scale: 2,
  // At two device pixels the loss is invisible, and the landing page has to be light.
  files: [
    { suffix: '', shrink: 1, quality: 0.3 },
    { suffix: '-small', shrink: 2, quality: 0.4 },
  ],
  fileName: (screen, _width, theme) => `${screen.name}-${theme}`,
};

const isLanding = process.argv.includes('--landing');
const kind = isLanding ? landing : documents;
const names = process.argv.slice(2).filter((argument) => argument !== '--landing');
const unknown = names.filter((name) => !screens.some((screen) => screen.name === name));
if (unknown.length > 0) throw new Error(`There are no such screens: ${unknown.join(', ')}`);
const isWanted = ({ name }: Screen): boolean => !isLanding && (names.length === 0 || names.includes(name));

const product = await startProduct({ sandbox: true }, { output: 'inherit' });
process.env['E2E_SANDBOX_URL'] = product.sandboxUrl;
const browser = await chromium.launch(chromiumOptions());
try {
  const encode = await openWebpEncoder(browser);
  const context = await browser.newContext({
    baseURL: product.url,
    deviceScaleFactor: kind.scale,
    // The Content-Security-Policy would block the style that hides animations.
    bypassCSP: true,
  });
  const page = await context.newPage();
  await mkdir(kind.folder, { recursive: true });

  const photograph = async (screen: Screen): Promise<void> => {
    for (const width of (isLanding ? undefined : screen.widths) ?? kind.widths) {
      process.stdout.write(`${screen.name} at ${width}\n`);
      await page.setViewportSize({ width, height: kind.height });
      await screen.show(page);
      for (const theme of themes) {
        const picture = await takePicture(page, theme);
        for (const { suffix, ...format } of kind.files) {
          const name = `${kind.fileName(screen, width, theme)}${suffix}.webp`;
          await writeFile(`${kind.folder}/${name}`, await encode(picture, format));
        }
      }
    }
  };

  for (const screen of screens) {
    await page.setViewportSize({ width: 1280, height: kind.height });
    await screen.prepare?.(page);
    if (isWanted(screen)) await photograph(screen);
  }
  if (isLanding)
    for (const screen of landingScreens) {
      await screen.prepare?.(page);
      await photograph(screen);
    }
} finally {
  await browser.close();
  await product.stop();
}
