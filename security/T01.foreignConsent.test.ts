import { and, eq, inArray, isNotNull } from '#server/database/drizzle.ts';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { connectedAccounts, finishConnection } from '#shared/contracts/connections.ts';
import { oauthStateLifetimeMinutes } from '#shared/limits.ts';
import { platformIds } from '#shared/platforms.ts';
import { connections, memberships, oauthStates } from '#server/database/schema.ts';
import { openStart, passConsent, openCallback } from '#testing/api/connectPlatform.ts';
import { openSocket } from '#testing/api/openSocket.ts';
import { redirectOf, submitConsent } from '#testing/api/submitConsent.ts';
import { startOwnProduct } from './testing/startOwnProduct.ts';
import type { OwnProduct } from './testing/startOwnProduct.ts';
import { newMemberAt } from './testing/strangers.ts';
import type { Member } from './testing/strangers.ts';

let product: OwnProduct;
let api: { url: string };
beforeAll(async () => {
  product = await startOwnProduct();
  api = { url: product.webUrl };
});
afterAll(() => product.stop());

const browser = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64)', 'sec-fetch-site': 'cross-site' };
const newPerson = () => newMemberAt(product.webUrl);
const stateOf = (callback: URL): string => callback.searchParams.get('state') ?? '';
const finish = async ({ request }: Member, state: string): Promise<number> =>
  (await request(finishConnection, { body: { state } })).status;
const isConnected = async ({ request }: Member): Promise<boolean> => {
  const { data } = (await request(connectedAccounts)).body;
  return data.accounts.length > 0 || platformIds.some((platform) => data[platform]);
};

/** Begins in a browser. The response sets its cookie. */
const beginInBrowser = async (userId: string, cookie = '') => {
  const start = await openStart(api, { platform: 'google', userId, startHeaders: { ...browser, cookie } });
  const setCookie = start.headers.get('set-cookie') ?? '';
  const back = redirectOf(await submitConsent(redirectOf(start).href, { button: 'Allow' }));
  return { setCookie, cookie: setCookie.split(';')[0] ?? '', callback: new URL(back.pathname + back.search, api.url) };
};

test("T01 a person cannot begin a consent with another person's id", async () => {
  const [eve, ada] = [await newPerson(), await newPerson()];
  for (const authorization of [`Bearer ${eve.token}`, 'Bearer nonsense']) {
    const walk = { platform: 'google', userId: ada.userId, startHeaders: { authorization } } as const;
    const { status, headers } = await openStart(api, walk);
    expect([status >= 400, headers.get('location')]).toEqual([true, null]);
  }
});

test('T01 a grant through a planted address is stored for nobody', async () => {
  const [eve, ada] = [await newPerson(), await newPerson()];
  // Eve's start, Ada's grant: neither of them gets the grant.
  const { state } = await passConsent(api, { platform: 'facebook', userId: eve.userId });
  expect(await finish(ada, state)).toBe(403);
  expect(await finish(eve, state)).toBe(400);
  // Ada's id, Eve's grant: without Ada's session, Eve cannot finish it.
  const planted = await passConsent(api, { platform: 'google', userId: ada.userId });
  expect(await finish(eve, planted.state)).toBe(403);
  expect(await finish(ada, planted.state)).toBe(400);
  expect([await isConnected(eve), await isConnected(ada)]).toEqual([false, false]);
});

test('T01 only the browser that began a consent can finish it', async () => {
  const [eve, ada] = [await newPerson(), await newPerson()];
  const ofAda = await beginInBrowser(ada.userId);
  expect(ofAda.setCookie).toMatch(/; HttpOnly; SameSite=Lax$/);
  const starts: Record<string, { callback: URL; headers: Record<string, string> }> = {
    withAnotherCookie: {
      callback: (await beginInBrowser(eve.userId)).callback,
      headers: { ...browser, cookie: ofAda.cookie },
    },
    withoutCookie: { callback: (await beginInBrowser(eve.userId)).callback, headers: browser },
    asProgram: { callback: (await beginInBrowser(eve.userId)).callback, headers: {} },
    begunByProgram: {
      callback: await openCallback(api, {
        platform: 'google',
        userId: eve.userId,
        startHeaders: { authorization: `Bearer ${eve.token}` },
      }),
      headers: { ...browser, cookie: ofAda.cookie },
    },
  };
  for (const [name, { callback, headers }] of Object.entries(starts)) {
    const page = await fetch(callback, { headers });
    expect({ name, status: page.status, later: await finish(eve, stateOf(callback)) }).toEqual({
      name,
      status: 403,
      later: 400,
    });
  }
  expect([await isConnected(eve), await isConnected(ada)]).toEqual([false, false]);
});

test('T01 a state works once, for its own platform, before it expires', async () => {
  const ada = await newPerson();
  onTestFinished(() => product.moveClock(0));
  const walk = { platform: 'google', userId: ada.userId } as const;
  const ask = async (address: string | URL): Promise<number> => (await fetch(address)).status;

  const elsewhere = await openCallback(api, walk);
  for (const path of ['facebook', 'tiktok'])
    expect(await ask(elsewhere.href.replace('/auth/google/', `/auth/${path}/`))).toBe(400);
  expect(await ask(`${elsewhere.href}&state=second`)).toBe(400);
  expect(await ask(`${api.url}/auth/google/callback?code=4%2Fabc`)).toBe(400);
  expect(await ask(`${api.url}/auth/google/callback?code=4%2Fabc&state=${'A'.repeat(43)}`)).toBe(400);

  const late = await openCallback(api, walk);
  const waiting = await passConsent(api, walk);
  await product.moveClock(oauthStateLifetimeMinutes + 0.1);
  expect(await ask(late)).toBe(400);
  expect(await finish(ada, waiting.state)).toBe(400);
  await product.moveClock(0);
  expect(await isConnected(ada)).toBe(false);

  const callback = await openCallback(api, walk);
  const statuses = await Promise.all(Array.from({ length: 5 }, () => ask(callback)));
  expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 400, 400, 400, 400]);
  const answers = await Promise.all(Array.from({ length: 5 }, () => finish(ada, stateOf(callback))));
  expect(answers.toSorted((a, b) => a - b)).toEqual([200, 400, 400, 400, 400]);
  expect(await isConnected(ada)).toBe(true);
});

test("T01 only the owner's sockets are notified of the success, and the state is deleted", async () => {
  const [eve, ada] = [await newPerson(), await newPerson()];
  const spy = openSocket(product.webUrl, eve);
  onTestFinished(() => spy.close());
  expect(await spy.handshake).toBeNull();
  const { state } = await passConsent(api, { platform: 'tiktok', userId: ada.userId });
  expect(await finish(ada, state)).toBe(200);
  // Socket events keep their order, so Eve's own event proves that none of Ada's will follow.
  const own = await passConsent(api, { platform: 'tiktok', userId: eve.userId });
  expect(await finish(eve, own.state)).toBe(200);
  await expect.poll(() => spy.received.length).toBeGreaterThan(0);
  expect(
    spy.received.filter(({ payload }) => payload['userId'] !== undefined && payload['userId'] !== eve.userId),
  ).toEqual([]);

  const owners = [ada.userId, eve.userId];
  const { stored, grants } = await product.readStored(async ({ db }) => ({
    stored: await db
      .select({ userId: memberships.userId, platform: connections.platform })
      .from(connections)
      .innerJoin(memberships, eq(memberships.workspaceId, connections.workspaceId))
      .where(inArray(memberships.userId, owners)),
    grants: await db
      .select()
      .from(oauthStates)
      .where(and(inArray(oauthStates.userId, owners), isNotNull(oauthStates.grant))),
  }));
  expect(stored.map(({ userId, platform }) => `${userId} ${platform}`).toSorted()).toEqual(
    owners.map((userId) => `${userId} tiktok`).toSorted(),
  );
  expect(grants).toEqual([]);
});
