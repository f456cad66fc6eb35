import { test as base } from '@playwright/test';
import type { Page } from '@playwright/test';

/** What no journey may leave behind: console errors, uncaught exceptions, violations of the content security policy. */
type Faults = {
  /** Texts of console errors that a test provokes on purpose. */
  allow(...patterns: RegExp[]): void;
};

const watch = (page: Page, report: (fault: string) => void) => {
  page.on('console', (message) => {
    if (message.type() === 'error') report(`${page.url()}: ${message.text()}`);
  });
  page.on('pageerror', (error) => report(`${page.url()}: ${error.message}`));
};

export const test = base.extend<{ faults: Faults }>({
  faults: [
    async ({ context }, use) => {
      const faults: string[] = [];
      const allowed: RegExp[] = [];
      context.on('page', (page) => watch(page, (fault) => faults.push(fault)));
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
