import type { Locator, Page } from '@playwright/test';

type Point = { x: number; y: number };

/** The mouse, or a finger. */
export const pointerOf = async (page: Page, hasTouch: boolean) => {
  if (!hasTouch) {
    const { mouse } = page;
    return {
      press: async ({ x, y }: Point): Promise<void> => {
        await mouse.move(x, y);
        await mouse.down();
      },
      move: ({ x, y }: Point) => mouse.move(x, y, { steps: 5 }),
      release: () => mouse.up(),
    };
  }
  const session = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: Point[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints });
  return {
    press: (at: Point) => touch('touchStart', at),
    move: (at: Point) => touch('touchMove', at),
    release: () => touch('touchEnd'),
  };
};

/** A point of an element, counted from its top left corner; the middle without an offset. */
export const pointIn = async (of: Locator, { x, y }: Partial<Point> = {}): Promise<Point> => {
  const box = await of.boundingBox();
  if (!box) throw new Error(`${of.toString()} is not shown`);
  return { x: box.x + (x ?? box.width / 2), y: box.y + (y ?? box.height / 2) };
};

/** Moves a finger along a line, faster than a drag begins. All steps are sent at once, so that a busy machine is as fast. */
export const swipe = async (page: Page, from: Point, to: Point): Promise<void> => {
  const finger = await pointerOf(page, true);
  const steps = [0.2, 0.4, 0.6, 0.8, 1].map((part) => ({
    x: from.x + (to.x - from.x) * part,
    y: from.y + (to.y - from.y) * part,
  }));
  await Promise.all([finger.press(from), ...steps.map((step) => finger.move(step)), finger.release()]);
};
