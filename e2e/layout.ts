import type { Page } from '@playwright/test';
import { expect } from './test.ts';

export const desktop = { width: 1280, height: 800 };

export const phone = { width: 390, height: 844 };

/** A desktop at 200 % zoom has half as many CSS pixels in each direction. */
export const zoomed = { width: 640, height: 400 };

export const narrowest = { width: 320, height: 640 };

/** The window sizes that every screen has to fit. A test continues in the last size. */
const windows = [
  narrowest,
  { width: 360, height: 800 },
  zoomed,
  { width: 768, height: 800 },
  { width: 1920, height: 800 },
  desktop,
];

/** Layout faults: horizontal scrolling, clipped texts, and controls that overflow or overlap. */
const layoutFaults = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    // Further down, the content passes under the header.
    scrollTo({ top: 0, behavior: 'instant' });
    const { scrollWidth, clientWidth } = document.documentElement;
    const faults = scrollWidth > clientWidth ? [`the page scrolls sideways, by ${scrollWidth - clientWidth} px`] : [];
    const root = document.querySelector('dialog[open]') ?? document.body;
    const nameOf = (element: Element): string =>
      `<${element.localName}> "${(element.getAttribute('aria-label') ?? element.textContent.trim()).slice(0, 40)}"`;
    const shown = [...root.querySelectorAll('a[href], button, input, select, summary, label, h1, h2, h3')].filter(
      (element) => {
        const box = element.getBoundingClientRect();
        // Tables and boards scroll by themselves. Clipped elements and those above the page are for screen readers and the keyboard.
        return (
          !element.closest('table, [data-board], [inert], [data-sonner-toaster]') &&
          element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
          getComputedStyle(element).clipPath === 'none' &&
          box.width > 1 &&
          box.bottom > 0
        );
      },
    );
    for (const element of shown) {
      const box = element.getBoundingClientRect();
      if (box.left < -0.5 || box.right > innerWidth + 0.5) faults.push(`${nameOf(element)} sticks out of the window`);
      if (element.matches('input, select')) continue;
      const { textOverflow, display } = getComputedStyle(element);
      if (display.startsWith('inline') && !display.includes('-')) continue;
      const isCutOff = element.scrollWidth > element.clientWidth + 1 || element.scrollHeight > element.clientHeight + 4;
      if (isCutOff && textOverflow !== 'ellipsis') faults.push(`${nameOf(element)} does not hold its text`);
    }
    /** The part of an element that its scrolling ancestors show. */
    const seenPart = (element: Element) => {
      let { left, right, top, bottom } = element.getBoundingClientRect();
      for (let around = element.parentElement; around; around = around.parentElement) {
        if (!/auto|scroll/.test(getComputedStyle(around).overflowY)) continue;
        const frame = around.getBoundingClientRect();
        left = Math.max(left, frame.left);
        right = Math.min(right, frame.right);
        top = Math.max(top, frame.top);
        bottom = Math.min(bottom, frame.bottom);
      }
      return { left, right, top, bottom };
    };
    const controls = shown.filter((element) => element.matches('a, button, input, select'));
    for (const [index, one] of controls.entries())
      for (const other of controls.slice(index + 1)) {
        // A field may contain a button, e.g. to show the password.
        if (one.contains(other) || one.parentElement === other.parentElement?.closest('*:has(> input)')) continue;
        const first = seenPart(one);
        const second = seenPart(other);
        const width = Math.min(first.right, second.right) - Math.max(first.left, second.left);
        const height = Math.min(first.bottom, second.bottom) - Math.max(first.top, second.top);
        if (width > 1 && height > 1) faults.push(`${nameOf(one)} lies on ${nameOf(other)}`);
      }
    return faults;
  });

/** Expects the page to fit the window. */
export const expectFits = async (page: Page, what: string): Promise<void> => {
  await expect.poll(() => layoutFaults(page), { message: what }).toEqual([]);
};

/** Expects the page to fit every window. */
export const expectFitsEverywhere = async (page: Page, what: string): Promise<void> => {
  for (const size of windows) {
    await page.setViewportSize(size);
    await expectFits(page, `${what} at ${size.width} x ${size.height}`);
  }
};

/** Expects every button of the open dialog to be reachable and visible at 200 % zoom, on a phone and on a desktop. */
export const expectDialogFits = async (page: Page, title: string): Promise<void> => {
  const dialog = page.getByRole('dialog', { name: title });
  // Toasts cover an open dialog until they close.
  await expect(page.locator('[data-sonner-toast]')).toHaveCount(0);
  for (const size of [narrowest, zoomed, desktop]) {
    await page.setViewportSize(size);
    await expectFits(page, `${title} at ${size.width} x ${size.height}`);
    const outOfReach = () =>
      dialog.getByRole('button').evaluateAll((buttons) =>
        buttons
          .filter((button) => {
            button.scrollIntoView({ block: 'nearest', inline: 'nearest' });
            const { left, top, width, height } = button.getBoundingClientRect();
            const seen = document.elementFromPoint(left + width / 2, top + height / 2);
            return !button.contains(seen);
          })
          .map((button) => button.getAttribute('aria-label') ?? button.textContent),
      );
    // The dialog takes a moment to follow the window.
    await expect.poll(outOfReach, `${title} at ${size.width} x ${size.height}`).toEqual([]);
  }
};

/** Applies the text spacing of WCAG 1.4.12 to the current document. */
export const widenText = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`* {
      line-height: 1.5 !important;
      letter-spacing: 0.12em !important;
      word-spacing: 0.16em !important;
    }
    p { margin-bottom: 2em !important; }`);
    // The policy blocks style elements, but not constructed style sheets.
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  });
