import type { Page } from '@playwright/test';
import { tableRows } from '../../e2e/preview.ts';
import { expect } from './expect.ts';

export type Screen = {
  /** The start of the file name. */
  name: string;
  /** Changes stored data, once, at desktop width, before the screen is shown. */
  prepare?(page: Page): Promise<void>;
  /** Shows the screen from any other screen. */
  show(page: Page): Promise<void>;
  /** Undoes changes that later screens would show. */
  leave?(page: Page): Promise<void>;
  /** Takes only this width. */
  width?: number;
  /** Takes the whole page instead of the visible part. */
  isWhole?: boolean;
  /** Keeps toasts in the picture. */
  withMessages?: boolean;
};

/** A screen that only has to be opened. `text` appears when it is complete. */
export const plain = (name: string, path: string, text?: string | RegExp): Screen => ({
  name,
  show: async (page) => {
    await page.goto(path);
    await expect(page.locator('h1')).toBeVisible();
    if (text !== undefined) await expect(page.getByText(text).first()).toBeVisible();
  },
});

/** A screen after some steps on it. */
export const after = (
  name: string,
  path: string,
  steps: (page: Page) => Promise<void>,
  rest: Partial<Screen> = {},
): Screen => ({
  ...rest,
  name,
  show: async (page) => {
    await page.goto(path);
    await steps(page);
  },
});

/** A loaded list with this many rows. */
export const list = (name: string, path: string, rowCount: number): Screen =>
  after(name, path, (page) => expect(tableRows(page)).toHaveCount(rowCount));

/** A screen after a click on a button. */
export const opened = (name: string, under: Screen, button: string | RegExp, rest: Partial<Screen> = {}): Screen => ({
  ...rest,
  name,
  show: async (page) => {
    await under.show(page);
    await page.getByRole('button', { name: button }).first().click();
  },
});
