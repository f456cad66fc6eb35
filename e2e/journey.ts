import type { Page, Request } from '@playwright/test';
import * as z from 'zod';
import { apiBase } from '#shared/contracts/endpoint.ts';
import { expect, test } from './test.ts';

/** A call of the API as the browser made it, with its answer. */
export type Call = {
  /** `GET /leads/meta?page=1&search=&limit=50`, relative to the API's base. */
  line: string;
  headers: Record<string, string>;
  body: unknown;
  /** 0 when no answer came. */
  status: number;
  /** Milliseconds since 1970 at which it was sent. */
  sentAt: number;
  answer: unknown;
};

const messageSchema = z.object({ message: z.string().min(1) });

/** The server's own words in the answer of a call. */
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
    // The body of an answer is gone with the document that asked for it; the tests that read one stay where they are.
    answer: parse((await response?.text().catch(() => null)) ?? null),
  };
};

type Seen = { line: string; call?: Call };

const lineOf = ({ line, call }: Seen): string => {
  if (call === undefined) return `${line} (no answer yet)`;
  return call.status >= 200 && call.status < 300 ? line : `${line} ${call.status}`;
};

/** The calls of one step, by the beginning of their line; of several, the last one that was answered. */
export type Calls = (beginning: string) => Call;

export type Step = (title: string, calls: readonly string[], act: () => Promise<void>) => Promise<Calls>;

/** A call that a step makes once or oftener: the page asks again when the server says that something is new. */
export const orMore = (line: string): string => `${line} or more`;

/** The stored notifications, which a page reads whenever its live connection begins: `notifications.e2e.ts` looks at them. */
const noticeReads = /^GET \/notifications(\/newest|\?after=\d+)$/;

/**
 * Walks a page through a journey. `step` runs one part of it and then expects the page to have made exactly the calls
 * that are named, in any order: method, path and query, and the status where it is not a success. An empty list means
 * that nothing was asked; a call that comes late counts for the next step, and fails it.
 *
 * @param aside lines that the page asks of its own accord: only steps that name one, with `orMore`, look at it
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
    // A page that is closed first leaves the call without an answer.
    complete(line, request).then(
      (call) => (entry.call = call),
      () => undefined,
    );
  });
  return (title, lines, act) =>
    test.step(title, async () => {
      const isAside = ({ line }: Seen): boolean =>
        noticeReads.test(line) || (aside.includes(line) && !lines.includes(orMore(line)));
      const linesSeen = (): string[] => {
        const all = seen.filter((each) => !isAside(each));
        const again = all.filter(({ line }) => lines.includes(orMore(line)));
        // One that is overtaken by the next is called off.
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

/** Where a call of the API passes by: the pattern for `page.route`. */
const patternOf = (path: string): RegExp => new RegExp(`${apiBase}${path}(\\?|$)`);

/** Keeps the next call of a path waiting, until the function that comes back is called. */
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

/** Answers the calls of a path in the server's place, until the function that comes back is called. */
export const stub = async (page: Page, path: string, status: number, json?: unknown): Promise<() => Promise<void>> => {
  const pattern = patternOf(path);
  await page.route(pattern, (route) => route.fulfill(json === undefined ? { status, body: '' } : { status, json }));
  return () => page.unroute(pattern);
};
