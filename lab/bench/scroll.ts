import { chromium } from '@playwright/test';
import type { Page } from '@playwright/test';
import { utcDay } from '#shared/lib/dateRange.ts';
import { routes } from '#shared/routes.ts';
import { startPostgres } from '#testing/database/startPostgres.ts';
import { workspaceOf } from '#testing/database/workspaceOf.ts';
import { registerPerson } from '#testing/people.ts';
import { sendSignIn } from '../../e2e/people.ts';
import { percentile } from '#lab/faults/measure.ts';
import { findChromium } from '../../scripts/findChromium.ts';
import type { BenchmarkOptions, Metric } from './Benchmark.ts';
import { insertCampaigns } from './campaignData.ts';
import { withCleanup } from './cleanup.ts';
import { connect } from './connect.ts';
import { startShipped } from './startShipped.ts';

const sizes = { full: 10_000, quick: 300 } as const;
const days = 40;
const screen = { width: 1280, height: 800 };
/** About sixty rows a second, like a fast reader. */
const pixelsPerSecond = 3_000;
const pixels = { full: 30_000, quick: 1_500 } as const;
/** 60 frames a second, with the jitter of the browser's clock. */
const longestFrameMs = 17.5;

/** Time for a page of rows to load after scrolling stops. */
const loadMs = 450;

/** The scrolling part of the page. */
const findScroller = (page: Page) =>
  page.evaluateHandle(() => {
    const scrollers = [...document.querySelectorAll('*')].filter(
      (each) => each.scrollHeight > 2 * each.clientHeight && getComputedStyle(each).overflowY === 'auto',
    );
    const [scroller] = scrollers;
    if (scrollers.length !== 1 || !scroller) throw new Error(`${scrollers.length} elements scroll`);
    return scroller;
  });

/** Scrolls down like a wheel, or up if the distance is negative. @returns the milliseconds between frames */
const timeFrames = async (page: Page, distance: number): Promise<number[]> => {
  const session = await page.context().newCDPSession(page);
  await page.evaluate(() => {
    const times: number[] = [];
    const next = (at: number): void => {
      times.push(at);
      requestAnimationFrame(next);
    };
    requestAnimationFrame(next);
    Object.assign(globalThis, { times });
  });
  await session.send('Input.synthesizeScrollGesture', {
    x: screen.width / 2,
    y: (screen.height * 2) / 3,
    yDistance: -distance,
    speed: pixelsPerSecond,
    gestureSourceType: 'mouse',
  });
  const times = await page.evaluate(() => (globalThis as unknown as { times: number[] }).times);
  return times.slice(1).map((at, index) => at - (times[index] ?? at));
};

const framesOf = (name: string, frames: readonly number[], target?: Metric['target']): Metric[] => [
  { name: `scroll.${name}.p50`, value: percentile(frames, 0.5), unit: 'ms' },
  { name: `scroll.${name}.p95`, value: percentile(frames, 0.95), unit: 'ms', ...(target && { target }) },
];

/**
 * Frame times while a person scrolls through the table of all campaigns, in a browser without a graphics card. Scrolling
 * down loads new rows; scrolling up shows loaded ones. The reference is an equally high page with only a color gradient,
 * the best that the machine can do.
 */
export const scroll = ({ isQuick }: BenchmarkOptions): Promise<Metric[]> =>
  withCleanup(async (cleanup) => {
    const size = isQuick ? 'quick' : 'full';
    const postgres = await cleanup.use(startPostgres());
    // No worker, because it would replace the inserted accounts.
    const product = await cleanup.use(startShipped({ databaseUrl: postgres.url, roles: 'web,api', sandbox: true }));
    const person = await registerPerson(product, 'google');
    const client = await connect(cleanup, postgres.url);
    await insertCampaigns(client, await workspaceOf(client, person.userId), {
      campaigns: sizes[size],
      days,
      today: utcDay(new Date()),
    });
    const browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox'] });
    try {
      const page = await browser.newPage({ viewport: screen });
      await page.goto(product.url + routes.signIn.path);
      await sendSignIn(page, person);
      await page.waitForURL(`**${routes.overview.path}`);
      await page.goto(product.url + routes.campaigns.path);
      await page
        .getByRole('row', { name: /Spring offer/ })
        .nth(10)
        .waitFor();
      const scroller = await findScroller(page);
      const placeholders = await timeFrames(page, pixels[size]);
      // A page of rows loads only after scrolling stops there.
      for (let top = 0; top <= pixels[size]; top += screen.height) {
        await scroller.evaluate((each, to) => each.scrollTo({ top: to, behavior: 'instant' }), top);
        await page.waitForTimeout(loadMs);
      }
      const rows = await timeFrames(page, -pixels[size]);
      const top = await scroller.evaluate((each) => each.scrollTop);
      if (top > pixels[size] / 2) throw new Error(`The table stopped at ${top} pixels`);
      const plain = await browser.newPage({ viewport: screen });
      await plain.setContent(
        `<body style="margin:0"><div style="height:${pixels[size] * 2}px;background:linear-gradient(red,blue)">`,
      );
      return [
        ...framesOf('placeholders', placeholders, { atMost: longestFrameMs }),
        ...framesOf('rows', rows, { atMost: longestFrameMs }),
        ...framesOf('plain', await timeFrames(plain, pixels[size])),
      ];
    } finally {
      await browser.close();
    }
  });
