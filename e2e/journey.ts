import type { Page, Request } from '@playwright/test';
import * as z from 'zod';
import { apiBase } from '#shared/contracts/endpoint.ts';
import { expect, test } from './test.ts';

/** An API call of the browser with its response. */
export type Call = {
  /** `GET /leads/meta?page=1&search=&limit=50`, relative to the API's base. */
  line: string;
  headers: Record<string, string>;
  body: unknown;
  /** The HTTP status; 0 without a response. */
  status: number;
  /** Time of sending, in ms since 1970. */
  sentAt: number;
  answer: unknown;
};

const messageSchema = z.object({ message: z.string().min(1) });

/** The server's message in the response of a call. */
export const messageOf = ({ answer }: Call): string => messageSchema.parse(answer).message;

const parse = (text: string | null): unknown => {
  try {
    return text === null || text === '' ? undefined : JSON.parse(text);
  } catch {
    return text;
  }
};

const complete = async (line: string, request: Request): Promise<Call> => {
  const response = await request.response();
  return {
    line,
    headers: await request.allHeaders(),
    body: parse(request.postData()),
    status: response?.status() ?? 0,
    sentAt: request.timing().startTime,
    // The body is lost once the document is left. Tests that read a body stay on their page.
    answer: parse((await response?.text().catch(() => null)) ?? null),
  };
};

type Seen = { line: string; call?: Call };

const lineOf = ({ line, call }: Seen): string => {
  if (call === undefined) return `${line} (no answer yet)`;
  return call.status >= 200 && call.status < 300 ? line : `${line} ${call.status}`;
};

/** Finds a call of the step by the beginning of its line; with several, the last answered one. */
export type Calls = (beginning: string) => Call;

export type Step = (title: string, calls: readonly string[], act: () => Promise<void>) => Promise<Calls>;

/** A call that a step makes at least once. The page repeats it when the server announces changes. */
export const orMore = (line: string): string => `${line} or more`;

/**
 * Reads of notifications, which a page makes whenever its live connection opens, and of the findings on the Overview.
 * `notifications.e2e.ts` and `findings.e2e.ts` cover them.
 */
const otherReads = /^GET \/(?:notifications(\/newest|\?after=\d+)|findings\?limit=3)$/;

/**
 * Runs a journey on a page. `step` runs one part and then expects exactly the named calls, in any order: method, path and
 * query, plus the status if it is not a success. An empty list means no calls. A late call counts for the next step and
 * fails it.
 *
 * @param aside lines that the page may call at any time. Only steps that name one, with `orMore`, check it
 * @example const calls = await step('sign in', ['POST /user/login'], async () => { … });
 *          expect(calls('POST').body).toEqual({ … });
 */
export const startJourney = (page: Page, aside: readonly string[] = []): Step => {
  const seen: Seen[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (!pathname.startsWith(`${apiBase}/`)) return;
    const line = `${request.method()} ${pathname.slice(apiBase.length)}${search}`;
    const entry: Seen = { line };
    seen.push(entry);
    // If the page is closed first, the call has no response.
    complete(line, request).then(
      (call) => (entry.call = call),
      () => undefined,
    );
  });
  return (title, lines, act) =>
    test.step(title, async () => {
      const isAside = ({ line }: Seen): boolean =>
        otherReads.test(line) || (aside.includes(line) && !lines.includes(orMore(line)));
      const linesSeen = (): string[] => {
        const all = seen.filter((each) => !isAside(each));
        const again = all.filter(({ line }) => lines.includes(orMore(line)));
        // A call that a newer one replaces is cancelled.
        const answered = again.filter(({ call }) => call?.status !== 0).map((each) => orMore(lineOf(each)));
        return [...all.filter((each) => !again.includes(each)).map(lineOf), ...new Set(answered)].toSorted();
      };
      await act();
      await expect.poll(linesSeen, { message: 'calls of the step' }).toEqual(lines.toSorted());
      const made = seen
        .splice(0)
        .filter((each) => !isAside(each))
        .flatMap(({ call }) => call ?? []);
      return (beginning) => {
        const call = made.findLast(({ line, status }) => line.startsWith(beginning) && status !== 0);
        if (!call) throw new Error(`This step made no call ${beginning}`);
        return call;
      };
    });
};

/** The pattern of an API path for `page.route`. */
const patternOf = (path: string): RegExp => new RegExp(`${apiBase}${path}(\\?|$)`);

/** Delays the next call of a path. @returns a function that releases it */
export const hold = async (page: Page, path: string): Promise<() => void> => {
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(
    patternOf(path),
    async (route) => {
      await held;
      await route.continue();
    },
    { times: 1 },
  );
  return release;
};

/** Answers the calls of a path instead of the server. @returns a function that ends this */
export const stub = async (page: Page, path: string, status: number, json?: unknown): Promise<() => Promise<void>> => {
  const pattern = patternOf(path);
  await page.route(pattern, (route) => route.fulfill(json === undefined ? { status, body: '' } : { status, json }));
  return () => page.unroute(pattern);
};
