import type { Page } from '@playwright/test';

type OpenedWindow = { address: string; features: string };

declare global {
  interface Window {
    /** The main headings that this document has shown. */
    headingsSeen?: Set<string>;
    opened?: OpenedWindow[];
  }
}

/** Records every main heading of later documents, however briefly it is shown. */
export const watchHeadings = async (page: Page): Promise<void> => {
  await page.addInitScript(() => {
    const seen = new Set<string>();
    window.headingsSeen = seen;
    new MutationObserver(() => {
      for (const { textContent } of document.querySelectorAll('h1')) seen.add(textContent);
    }).observe(document, { subtree: true, childList: true, characterData: true });
  });
};

export const headingsSeen = (page: Page): Promise<string[]> => page.evaluate(() => [...(window.headingsSeen ?? [])]);

/** Records the arguments of `window.open`. */
export const watchOpenedWindows = async (page: Page): Promise<void> => {
  await page.addInitScript(() => {
    const opened: OpenedWindow[] = [];
    window.opened = opened;
    const open = window.open.bind(window);
    window.open = (...args) => {
      opened.push({ address: String(args[0]), features: String(args[2]) });
      return open(...args);
    };
  });
};

/** The windows that this document has opened. */
export const openedWindows = (page: Page): Promise<OpenedWindow[]> => page.evaluate(() => window.opened ?? []);

/** The router's state of the history entry. */
export const navigationState = (page: Page): Promise<unknown> => page.evaluate(() => history.state?.usr);

/** The state that zustand's persist middleware stores under a key of local storage; undefined if missing. */
export const storedState = (page: Page, key: 'persist:user' | 'persist:ui'): Promise<unknown> =>
  page.evaluate((name) => JSON.parse(localStorage.getItem(name) ?? '{}').state, key);
