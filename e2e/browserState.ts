import type { Page } from '@playwright/test';

type OpenedWindow = { address: string; features: string };

declare global {
  interface Window {
    /** Texts of the main headings that this document has shown. */
    headingsSeen?: Set<string>;
    opened?: OpenedWindow[];
  }
}

/** Notes every main heading of the documents to come, however short it is shown. */
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

/** Notes with what the page opens windows. */
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

/** The windows that this document has asked for. */
export const openedWindows = (page: Page): Promise<OpenedWindow[]> => page.evaluate(() => window.opened ?? []);

/** What the router keeps with the history entry. */
export const navigationState = (page: Page): Promise<unknown> => page.evaluate(() => history.state?.usr);

/** The state under a key of local storage, in the layout of zustand's persist middleware; undefined when there is none. */
export const storedState = (page: Page, key: 'persist:user' | 'persist:ui'): Promise<unknown> =>
  page.evaluate((name) => JSON.parse(localStorage.getItem(name) ?? '{}').state, key);
