import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import pLimit from 'p-limit';
import * as z from 'zod';
import { errorCodes } from '#shared/errorCodes.ts';
import { ask } from '#testing/ask.ts';
import type { Answer } from '#testing/ask.ts';
import { readDescribedCalls } from './testing/describedCalls.ts';
import type { DescribedCall } from './testing/describedCalls.ts';
import { hostileRequestsFor } from './testing/hostileRequests.ts';
import { startWatchedProduct } from './testing/startWatchedProduct.ts';
import type { WatchedProduct } from './testing/startWatchedProduct.ts';
import { newMemberAt, newStranger } from './testing/strangers.ts';
import type { Member } from './testing/strangers.ts';

const requestsPerCall = 40;
/** Long, because each call has a separate member, whose accounts the product reads meanwhile. */
const timeout = 240_000;
/** Below the limit of waiting password checks, above which the product answers that it is too busy. */
const atOnce = pLimit(8);

let product: WatchedProduct;
beforeAll(async () => {
  product = await startWatchedProduct();
});
afterAll(() => product.stop());

const done = z.looseObject({ success: z.literal(true) });
const refused = z.looseObject({
  success: z.literal(false),
  message: z.string().min(1).max(1_000),
  code: z.enum(errorCodes),
});

/** Texts of stack traces, SQL and parsers, which no response may contain. */
const ownBusiness = /node_modules|\.ts:\d|at async|SyntaxError|TypeError|\bselect .+ from\b|invalid input syntax/i;

const expectEnvelope = ({ status, headers, body }: Answer): void => {
  expect(status).toBeLessThan(500);
  expect(headers['content-type']).toMatch(/^application\/json/);
  const text = body.toString();
  (status === 200 ? done : refused).parse(JSON.parse(text));
  if (status !== 200) expect(text).not.toMatch(ownBusiness);
};

/** Registers a new caller after a call that ended the session or deleted the account. */
const createCaller = (url: string, { isOpen }: DescribedCall) => {
  let member: Member | null = null;
  return {
    headers: async (): Promise<Record<string, string>> => {
      if (isOpen) return newStranger(url).forwarded;
      member ??= await newMemberAt(url, 'google', 'facebook');
      return { ...member.forwarded, authorization: `Bearer ${member.token}` };
    },
    lost: () => {
      member = null;
    },
  };
};

test(
  'T12 T31 T46 no request causes an internal error, a response outside the envelope or a changed prototype',
  { timeout },
  async () => {
    const calls = await readDescribedCalls(product.url);
    expect(calls.length).toBeGreaterThan(35);
    await Promise.all(
      calls.map((call) =>
        atOnce(async () => {
          const caller = createCaller(product.url, call);
          const property = fc.asyncProperty(hostileRequestsFor(call), async ({ path, ...request }) => {
            const headers = { ...request.headers, ...(await caller.headers()) };
            const answer = await ask(product.url, path, { ...request, headers });
            expectEnvelope(answer);
            if (answer.status === 401 || (answer.status === 200 && /logout|delete_account/.test(call.path)))
              caller.lost();
          });
          await fc.assert(property, { numRuns: requestsPerCall });
        }),
      ),
    );
    expect((await product.inspect()).inherited).toEqual([]);
  },
);
