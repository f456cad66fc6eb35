import type { Response } from '@playwright/test';
import { routes } from '#shared/routes.ts';
import { expect, test } from './test.ts';

/** Smaller files are not compressed. */
const minBytes = 1024;

test('responses are compressed by the build, and files with a hash are cached for good', async ({ page }) => {
  const responses: { response: Response; bytes: Promise<number> }[] = [];
  // Read now: a response that the page has released cannot be read later.
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
