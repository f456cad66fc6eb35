import { test as base } from '@playwright/test';
import type { BrowserContext } from '@playwright/test';
import { startBehindNginx } from '#testing/startBehindNginx.ts';
import { startProduct } from '#testing/startProduct.ts';

/** Console errors, uncaught exceptions and violations of the content security policy, which fail a test. */
type Faults = {
  /** Allows console errors that a test provokes. */
  allow(...patterns: RegExp[]): void;
};

/** Reports the faults of all pages, popups and workers of the context, from their start. */
const watch = (context: BrowserContext, report: (fault: string) => void) => {
  context.on('console', (message) => {
    if (message.type() === 'error') report(`${message.page()?.url() ?? 'a worker'}: ${message.text()}`);
  });
  context.on('weberror', (webError) => report(`${webError.page()?.url() ?? 'a worker'}: ${webError.error().message}`));
  // The browser logs a page's violations, but reports a worker's only to the worker.
  context.on('page', (page) => {
    page.on('worker', (worker) => {
      const listen = worker.evaluate(() => {
        self.addEventListener('securitypolicyviolation', (event) => {
          console.error(`content security policy: ${event.violatedDirective} ${event.blockedURI}`);
        });
      });
      // The worker may end first.
      listen.catch(() => undefined);
    });
  });
};

/**
 * The built product with its sandbox behind nginx, as in an install; `E2E_NGINX=false` leaves nginx out. One per worker, so
 * that workers do not share injected faults.
 */
const startSite = () =>
  process.env['E2E_NGINX'] === 'false' ? startProduct({ sandbox: true }, { output: 'inherit' }) : startBehindNginx();

type Site = Awaited<ReturnType<typeof startSite>>;

/** What the browser and the app report while the network is away. */
export const offlineFaults = /ERR_INTERNET_DISCONNECTED|no response was received|could not be read/;

export const test = base.extend<{ faults: Faults }, { site: Site }>({
  site: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads what a fixture needs from this pattern.
    async ({}, use) => {
      const site = await startSite();
      process.env['E2E_SANDBOX_URL'] = site.sandboxUrl;
      await use(site);
      await site.stop();
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  baseURL: ({ site }, use) => use(site.url),
  faults: [
    async ({ context }, use) => {
      const faults: string[] = [];
      const allowed: RegExp[] = [];
      watch(context, (fault) => faults.push(fault));
      await context.addInitScript(() => {
        document.addEventListener('securitypolicyviolation', (event) => {
          console.error(`content security policy: ${event.violatedDirective} ${event.blockedURI}`);
        });
      });
      await use({ allow: (...patterns) => void allowed.push(...patterns) });
      const unexpected = faults.filter((fault) => !allowed.some((pattern) => pattern.test(fault)));
      if (unexpected.length > 0) throw new Error(`The browser reported faults:\n${unexpected.join('\n')}`);
    },
    { auto: true },
  ],
});

export { expect } from '@playwright/test';
