import type { Locator, Page } from '@playwright/test';
import { expect } from './test.ts';

/** More presses than any test needs to reach its target. */
const mostStops = 60;

/** Names the focused element, and a fault if its focus is not visible. */
const checkFocus = (page: Page): Promise<{ stop: string; fault?: string }> =>
  page.evaluate(async () => {
    // The next frame draws the changes of the focus.
    await new Promise(requestAnimationFrame);
    await Promise.allSettled(document.getAnimations().map((animation) => animation.finished));
    const element = document.activeElement;
    // Between the last stop and the first one, the browser's own controls have focus.
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
    // A toast covers the page only for a moment.
    if (seen && !shell.contains(seen) && !seen.closest('[data-sonner-toaster]'))
      return { stop, fault: `${stop} has the focus under ${nameOf(seen)}` };
    // The browser draws its own ring on its parts of a field, such as the calendar button.
    if (!element.matches(':focus')) return { stop };
    // Some controls show the ring on a neighbor or parent that draws them.
    const hasRing = [element, element.nextElementSibling, element.parentElement].some((each) => {
      if (!each) return false;
      const { outlineStyle, outlineWidth } = getComputedStyle(each);
      return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2;
    });
    return hasRing ? { stop } : { stop, fault: `${stop} has the focus without a ring` };
  });

const isFocused = async (target: Locator): Promise<boolean> =>
  (await target.count()) > 0 && target.first().evaluate((node) => node === document.activeElement);

/** Tabs to the target and checks every stop on the way. */
export const tabTo = async (target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> => {
  const page = target.page();
  await expect(target.first()).toBeEnabled();
  const stops: string[] = [];
  const faults = new Set<string>();
  while (!(await isFocused(target))) {
    if (stops.length === mostStops)
      throw new Error(`The keyboard does not reach ${target.toString()}, only ${stops.join(', ')}`);
    await page.keyboard.press(key);
    const { stop, fault } = await checkFocus(page);
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

/** Tabs to the target's table, which is one stop, then moves to the target with the arrow keys. */
export const moveTo = async (target: Locator, direction?: 'Tab' | 'Shift+Tab'): Promise<void> => {
  const page = target.page();
  await expect(target.first()).toBeVisible();
  const stop = target.first().locator('xpath=ancestor::table').locator('[tabindex="0"]');
  await expect(stop).toHaveCount(1);
  await tabTo(stop, direction);
  const [from, to] = [await placeOf(stop), await placeOf(target)];
  const faults: string[] = [];
  const press = async (key: string, count: number): Promise<void> => {
    for (let pressed = 0; pressed < count; pressed += 1) {
      await page.keyboard.press(key);
      const { fault } = await checkFocus(page);
      if (fault !== undefined) faults.push(fault);
    }
  };
  await press(to.row > from.row ? 'ArrowDown' : 'ArrowUp', Math.abs(to.row - from.row));
  await press(to.column > from.column ? 'ArrowRight' : 'ArrowLeft', Math.abs(to.column - from.column));
  // The cell has several controls.
  if (!(await isFocused(target))) await press('Enter', 1);
  for (let presses = 0; !(await isFocused(target)); presses += 1) {
    if (presses === mostStops) throw new Error(`The arrow keys do not reach ${target.toString()}`);
    await press('ArrowRight', 1);
  }
  expect.soft(faults, `on the way to ${target.toString()}`).toEqual([]);
};

/** Tabs to the target and presses a key. */
export const pressOn = async (
  target: Locator,
  key: 'Enter' | 'Space',
  direction?: 'Tab' | 'Shift+Tab',
): Promise<void> => {
  await tabTo(target, direction);
  await target.page().keyboard.press(key);
};

/** Tabs to a field and replaces its text. */
export const typeInto = async (field: Locator, text: string): Promise<void> => {
  await tabTo(field);
  await field.page().keyboard.type(text);
};
