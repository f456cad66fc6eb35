import { test as base } from '@playwright/test';
import type { BrowserContext } from '@playwright/test';

/** What no journey may leave behind: console errors, uncaught exceptions, violations of the content security policy. */
type Faults = {
  /** Texts of console errors that a test provokes on purpose. */
  allow(...patterns: RegExp[]): void;
};

/** Reports what any page, popup or worker of the context complains about, from its first moment on. */
const watch = (context: BrowserContext, report: (fault: string) => void) => {
  context.on('console', (message) => {
    if (message.type() === 'error') report(`${message.page()?.url() ?? 'a worker'}: ${message.text()}`);
  });
  context.on('weberror', (webError) => report(`${webError.page()?.url() ?? 'a worker'}: ${webError.error().message}`));
  // The browser tells of a page's violations itself, of a worker's only to the worker.
  context.on('page', (page) => {
    page.on('worker', (worker) => {
      const listen = worker.evaluate(() => {
        self.addEventListener('securitypolicyviolation', (event) => {
          console.error(`content security policy: ${event.violatedDirective} ${event.blockedURI}`);
        });
      });
      // One that ends before it can be asked has nothing to tell.
      listen.catch(() => undefined);
    });
  });
};

export const test = base.extend<{ faults: Faults }>({
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
      if (unexpected.length > 0) throw new Error(`The browser complained:\n${unexpected.join('\n')}`);
    },
    { auto: true },
  ],
});

export { expect } from '@playwright/test';
