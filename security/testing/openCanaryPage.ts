import { chromium } from '@playwright/test';
import type { Browser, Page } from '@playwright/test';
import { chromiumOptions } from '../../scripts/findChromium.ts';
import { canaryHost } from './payloads.ts';

declare global {
  interface Window {
    /** Set by a payload that was executed. */
    canaryFired?: number;
  }
}

export type CanaryPage = {
  page: Page;
  /** The effects of payloads: scripts, dialogs, calls, and actions that only the page's policy blocked. */
  fired(): Promise<string[]>;
  close(): Promise<void>;
};

/** Elements and attributes that the product's pages do not use. */
const strange = [
  'iframe, object, embed, base, meta[http-equiv=refresh], style:not([nonce]):empty',
  '[onerror], [onload], [onfocus], [onclick], [srcdoc]',
  `[src*="${canaryHost}"], [href*="//${canaryHost}"], [action*="${canaryHost}"]`,
].join(',');

/** Finds foreign elements and unsafe links in the page. */
const findStrange = (page: Page): Promise<string[]> =>
  page.evaluate((selector) => {
    const links = [...document.querySelectorAll<HTMLAnchorElement | SVGAElement>('a')].filter((link) => {
      const { protocol } = new URL(link.getAttribute('href') ?? '', document.baseURI);
      const isSafe = /^(?:https?|mailto|tel):$/.test(protocol);
      return !isSafe || (link.getAttribute('target') === '_blank' && !/noopener/.test(link.getAttribute('rel') ?? ''));
    });
    const found = [...document.querySelectorAll(selector), ...links].map((element) => element.outerHTML.slice(0, 200));
    return window.canaryFired === undefined ? found : [...found, 'window.canaryFired'];
  }, strange);

/** Opens a browser page that detects when strangers' text is executed or rendered as markup. */
export const openCanaryPage = async (url: string): Promise<CanaryPage> => {
  const browser: Browser = await chromium.launch(chromiumOptions());
  const context = await browser.newContext({ baseURL: url });
  const seen: string[] = [];
  await context.exposeFunction('reportCanary', (what: string) => void seen.push(what));
  await context.addInitScript(() => {
    addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
      const report: unknown = Reflect.get(window, 'reportCanary');
      if (typeof report === 'function') report(`blocked by the policy: ${violatedDirective} ${blockedURI}`);
    });
  });
  context.on('request', (request) => {
    if (new URL(request.url()).hostname.endsWith(canaryHost)) seen.push(`called ${request.url()}`);
  });
  context.on('dialog', (dialog) => {
    seen.push(`dialog ${dialog.message()}`);
    void dialog.dismiss();
  });
  const page = await context.newPage();
  return {
    page,
    fired: async () => [...seen.splice(0), ...(await findStrange(page))],
    close: () => browser.close(),
  };
};
