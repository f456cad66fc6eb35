import type { Response } from '@playwright/test';
import { routes } from '#shared/routes.ts';
import { expect, test } from './test.ts';

/** Less than this is not worth compressing. */
const minBytes = 1024;

test('what a browser loads comes compressed by the build, and files with a hash stay with it', async ({ page }) => {
  const responses: { response: Response; bytes: Promise<number> }[] = [];
  // Read at once: of what the page lets go of, nothing can be read later.
  const sizeOf = async (response: Response): Promise<number> =>
    (await response.body().catch(() => Buffer.alloc(0))).length;
  page.on('response', (response) => responses.push({ response, bytes: sizeOf(response) }));
  for (const path of [routes.landing.path, routes.signIn.path]) {
    responses.length = 0;
    await page.goto(path);
    let compressed = 0;
    for (const { response, bytes } of responses) {
      const { origin, pathname } = new URL(response.url());
      if (origin !== new URL(page.url()).origin || pathname.startsWith('/api/')) continue;
      const headers = response.headers();
      if (pathname.startsWith('/assets/'))
        expect([pathname, headers['cache-control']]).toEqual([pathname, 'public, max-age=31536000, immutable']);
      const isText = headers['content-type']?.includes('charset=utf-8') ?? false;
      if (!isText || (await bytes) < minBytes) continue;
      expect([pathname, headers['content-encoding']]).toEqual([pathname, 'br']);
      compressed += 1;
    }
    // The page, its styles and at least one script.
    expect(compressed).toBeGreaterThan(2);
  }
});
