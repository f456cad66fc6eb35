import { chromium } from '@playwright/test';
import lighthouse from 'lighthouse';
import type { Result } from 'lighthouse';
import { routes } from '#shared/routes.ts';
import { freePort } from '#testing/freePort.ts';
import { chromiumOptions } from '../scripts/findChromium.ts';
import { startProduct } from '#testing/startProduct.ts';

/*
 * `npm run lighthouse`: runs Lighthouse as a phone on the public pages of the built product. Paths after `--` select pages.
 * Exits with 1 if a category is below its minimum score.
 */

const leastScores = { performance: 98, accessibility: 100, 'best-practices': 100, seo: 100 } as const;
type Category = keyof typeof leastScores;
const allCategories = ['performance', 'accessibility', 'best-practices', 'seo'] as const satisfies readonly Category[];

type CheckedPage = { path: string; categories: readonly Category[]; skipAudits: readonly string[] };

const pages: readonly CheckedPage[] = [
  ...Object.values(routes)
    .filter((route) => route.access === 'public')
    .map(({ path }) => ({ path, categories: allCategories, skipAudits: [] })),
  // The not-found page is not for search engines, and its status 404 is an error in the browser's console.
  {
    path: '/no-such-page',
    categories: ['performance', 'accessibility', 'best-practices'],
    skipAudits: ['errors-in-console'],
  },
];

/** The performance score varies with the machine's load, so the median of several runs counts. */
const performanceRuns = 3;

type Run = { url: string; port: number; categories: readonly Category[]; skipAudits: readonly string[] };

/** On a busy machine, a recording can fail, so Lighthouse suggests a retry. */
const attempts = 3;

const run = async ({ url, port, categories, skipAudits }: Run, attempt = 1): Promise<Result> => {
  const outcome = await lighthouse(url, {
    port,
    onlyCategories: [...categories],
    skipAudits: [...skipAudits],
    ignoreStatusCode: true,
    logLevel: 'error',
  });
  if (!outcome) throw new Error(`Lighthouse has no result for ${url}`);
  const { runtimeError } = outcome.lhr;
  if (!runtimeError) return outcome.lhr;
  const fault = `Lighthouse could not load ${url}: ${runtimeError.message}`;
  if (attempt === attempts) throw new Error(fault);
  console.log(`again ${fault}`);
  return run({ url, port, categories, skipAudits }, attempt + 1);
};

const scoreOf = ({ categories }: Result, category: Category): number =>
  Math.round((categories[category]?.score ?? 0) * 100);

/** The audits that keep a category from its full score. */
const failuresOf = ({ categories, audits }: Result, category: Category): string[] => {
  if ((categories[category]?.score ?? 0) === 1) return [];
  return (categories[category]?.auditRefs ?? []).flatMap(({ id }) => {
    const audit = audits[id];
    if (audit?.score === undefined || audit.score === null || audit.score >= 0.9) return [];
    return [`${audit.title} (${id})${audit.displayValue ? `: ${audit.displayValue}` : ''}`];
  });
};

const timesOf = ({ audits }: Result): string =>
  [
    ['first paint', 'first-contentful-paint'],
    ['largest paint', 'largest-contentful-paint'],
    ['blocked', 'total-blocking-time'],
    ['shift', 'cumulative-layout-shift'],
  ]
    .map(([name, id = '']) => `${name} ${audits[id]?.displayValue ?? '?'}`)
    .join(', ');

/** @returns whether every category has its minimum score */
const check = async (origin: string, port: number, { path, categories, skipAudits }: CheckedPage): Promise<boolean> => {
  const options = { url: origin + path, port, skipAudits };
  const all = await run({ ...options, categories });
  const timed = [all];
  while (timed.length < performanceRuns) timed.push(await run({ ...options, categories: ['performance'] }));
  const bySpeed = timed.toSorted((a, b) => scoreOf(a, 'performance') - scoreOf(b, 'performance'));
  const median = bySpeed[Math.floor(bySpeed.length / 2)] ?? all;

  let isGood = true;
  for (const category of categories) {
    const result = category === 'performance' ? median : all;
    const score = scoreOf(result, category);
    const least = leastScores[category];
    const range = bySpeed.map((one) => scoreOf(one, 'performance')).join(' ');
    console.log(
      [
        score < least ? 'FAIL' : 'ok  ',
        path.padEnd(18),
        category.padEnd(15),
        score,
        ...(score < least ? [`(at least ${least})`] : []),
        ...(category === 'performance' ? [`(${range}; ${timesOf(median)})`] : []),
      ].join(' '),
    );
    for (const failure of failuresOf(result, category)) console.log(`       ${failure}`);
    isGood &&= score >= least;
  }
  return isGood;
};

const asked = process.argv.slice(2);
const unknown = asked.filter((path) => !pages.some((page) => page.path === path));
if (unknown.length > 0)
  throw new Error(`Not checked: ${unknown.join(', ')}; there are: ${pages.map(({ path }) => path).join(', ')}`);

const product = await startProduct({ sandbox: true }, { output: 'inherit', isMeasured: true });
try {
  const port = await freePort();
  const { args = [], ...options } = chromiumOptions();
  const browser = await chromium.launch({
    ...options,
    args: [...args, `--remote-debugging-port=${port}`],
    // Lighthouse audits the back/forward cache.
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  });
  try {
    let isGood = true;
    for (const page of pages)
      if (asked.length === 0 || asked.includes(page.path)) isGood = (await check(product.url, port, page)) && isGood;
    if (!isGood) process.exitCode = 1;
  } finally {
    await browser.close();
  }
} finally {
  await product.stop();
}
