import type { Locator, Page } from '@playwright/test';
import { expect } from './test.ts';

/** More presses than any screen has stops before what a test looks for. */
const mostStops = 60;

/** What has the focus, and what is wrong with it: a person who has no mouse has to see where they are. */
const lookAtFocus = (page: Page): Promise<{ stop: string; fault?: string }> =>
  page.evaluate(async () => {
    // What the focus has changed is drawn with the next frame, and may move a little until then.
    await new Promise(requestAnimationFrame);
    await Promise.allSettled(document.getAnimations().map((animation) => animation.finished));
    const element = document.activeElement;
    // Between the last stop and the first one the browser's own controls have the focus.
    if (!element || element === document.body) return { stop: 'the browser' };
    const nameOf = (each: Element): string =>
      `<${each.localName}> "${each.getAttribute('aria-label') ?? (each.textContent.trim().slice(0, 40) || each.id)}"`;
    const stop = nameOf(element);
    const box = element.getBoundingClientRect();
    const left = Math.max(box.left, 0);
    const top = Math.max(box.top, 0);
    const right = Math.min(box.right, innerWidth);
    const bottom = Math.min(box.bottom, innerHeight);
    if (right - left < 1 || bottom - top < 1) return { stop, fault: `${stop} has the focus out of sight` };
    const seen = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    const shell = element.closest('label') ?? element.parentElement ?? element;
    // A message is over the page for a moment only.
    if (seen && !shell.contains(seen) && !seen.closest('[data-sonner-toaster]'))
      return { stop, fault: `${stop} has the focus under ${nameOf(seen)}` };
    // On a part of a field that the browser has made, the calendar's button say, the browser draws its own ring.
    if (!element.matches(':focus')) return { stop };
    // A box that is drawn by its neighbor lends it the ring.
    const hasRing = [element, element.nextElementSibling, element.parentElement].some((each) => {
      if (!each) return false;
      const { outlineStyle, outlineWidth } = getComputedStyle(each);
      return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2;
    });
    return hasRing ? { stop } : { stop, fault: `${stop} has the focus without a ring` };
  });

const isFocused = async (target: Locator): Promise<boolean> =>
  (await target.count()) > 0 && target.first().evaluate((node) => node === document.activeElement);

/** Goes from stop to stop until the focus is there, and looks at every stop on the way. */
export const tabTo = async (target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> => {
  const page = target.page();
  await expect(target.first()).toBeEnabled();
  const stops: string[] = [];
  const faults = new Set<string>();
  while (!(await isFocused(target))) {
    if (stops.length === mostStops)
      throw new Error(`The keyboard does not reach ${target.toString()}, only ${stops.join(', ')}`);
    await page.keyboard.press(key);
    const { stop, fault } = await lookAtFocus(page);
    stops.push(stop);
    if (fault !== undefined) faults.add(fault);
  }
  expect.soft([...faults], `on the way to ${target.toString()}`).toEqual([]);
};

const placeOf = (inCell: Locator): Promise<{ row: number; column: number }> =>
  inCell.first().evaluate((element) => {
    const cell = element.closest<HTMLTableCellElement>('td, th');
    const row = cell?.closest('tr');
    if (!cell || !row) throw new Error('There is no cell around the element');
    return { row: row.rowIndex, column: cell.cellIndex };
  });

/** Goes to the table that holds the target, which is one stop, and with the arrow keys to the target. */
export const moveTo = async (target: Locator, way?: 'Tab' | 'Shift+Tab'): Promise<void> => {
  const page = target.page();
  await expect(target.first()).toBeVisible();
  const stop = target.first().locator('xpath=ancestor::table').locator('[tabindex="0"]');
  await expect(stop).toHaveCount(1);
  await tabTo(stop, way);
  const [from, to] = [await placeOf(stop), await placeOf(target)];
  const faults: string[] = [];
  const press = async (key: string, count: number): Promise<void> => {
    for (let pressed = 0; pressed < count; pressed += 1) {
      await page.keyboard.press(key);
      const { fault } = await lookAtFocus(page);
      if (fault !== undefined) faults.push(fault);
    }
  };
  await press(to.row > from.row ? 'ArrowDown' : 'ArrowUp', Math.abs(to.row - from.row));
  await press(to.column > from.column ? 'ArrowRight' : 'ArrowLeft', Math.abs(to.column - from.column));
  // One of several in its cell.
  if (!(await isFocused(target))) await press('Enter', 1);
  for (let tried = 0; !(await isFocused(target)); tried += 1) {
    if (tried === mostStops) throw new Error(`The arrow keys do not reach ${target.toString()}`);
    await press('ArrowRight', 1);
  }
  expect.soft(faults, `on the way to ${target.toString()}`).toEqual([]);
};

/** Goes there and presses a key on it. */
export const pressOn = async (target: Locator, key: 'Enter' | 'Space', way?: 'Tab' | 'Shift+Tab'): Promise<void> => {
  await tabTo(target, way);
  await target.page().keyboard.press(key);
};

/** Goes to a field and types, over what is in it. */
export const typeInto = async (field: Locator, text: string): Promise<void> => {
  await tabTo(field);
  await field.page().keyboard.type(text);
};
