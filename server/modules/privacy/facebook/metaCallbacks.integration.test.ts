import { and, eq, sql } from '#server/database/drizzle.ts';
import { leads } from '#server/database/schema.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod';
import { saveCustomLeads } from '#shared/contracts/customLeads.ts';
import { listNotifications } from '#shared/contracts/notifications.ts';
import type { Notification } from '#shared/contracts/notifications.ts';
import { messages } from '#shared/messages.ts';
import { listStoredConnections } from '#server/modules/connections/connections.store.ts';
import { openTokens } from '#server/modules/connections/access/tokens.ts';
import { insertFinding } from '#server/modules/findings/testing/insertFinding.ts';
import { awaitReads } from '#server/modules/ads/testing/insightTests.ts';
import { awaitFirstRead, listAllLeads, newReader, startLeadApi } from '#server/modules/leads/testing/leadTests.ts';
import type { Person } from '#server/modules/leads/testing/leadTests.ts';
import { connectPlatform } from '#testing/api/connectPlatform.ts';
import { postControl } from '#testing/sandbox/sandboxControl.ts';
import { startTestApi } from '#testing/api/startTestApi.ts';
import type { TestApi } from '#testing/api/startTestApi.ts';
import { announce } from '#server/modules/notifications/announce.ts';
import { findReceipt } from '#server/modules/privacy/receipts.store.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startLeadApi();
});
afterAll(() => api.close());

const sent = z.object({ signedRequest: z.string(), status: z.number(), body: z.string() });
const deletionAnswer = z.strictObject({ url: z.string(), confirmation_code: z.string().regex(/^[0-9a-z]+$/) });

type Order = { userId?: string; forged?: boolean; signedRequest?: string };
const send = async (kind: 'deauthorize' | 'data-deletion', order: Order = {}, to = api) =>
  sent.parse(await postControl(to.sandbox, `/facebook/${kind}`, { url: `${to.url}/webhooks/meta/${kind}`, ...order }));

const facebookOf = async ({ workspaceId }: Person) =>
  (await listStoredConnections(api.context.db, workspaceId)).find(({ platform }) => platform === 'facebook');
const requireFacebook = async (person: Person) => {
  const row = await facebookOf(person);
  if (!row) throw new Error('Facebook is not connected');
  return row;
};

const lossesOf = async ({ token }: Person): Promise<Notification[]> =>
  (await api.request(listNotifications, { token })).body.data.filter(
    ({ event }: Notification) => event === 'connection_lost',
  );

/** Rows of a platform by table. */
const countOfPlatform = async ({ workspaceId }: Person, platform: string): Promise<Record<string, number>> => {
  const { db } = api.context;
  const { rows: tables } = await db.execute<{ name: string }>(sql`
    select table_name as name from information_schema.columns
    where table_schema = 'public' and column_name in ('workspace_id', 'platform')
    group by 1 having count(*) = 2`);
  const ofPlatform = and(eq(leads.workspaceId, workspaceId), sql`${leads.list} = ${platform}`);
  const counts: Record<string, number> = { leads: await db.$count(leads, ofPlatform) };
  for (const { name } of tables) {
    const { rows } = await db.execute<{ total: number }>(
      sql`select count(*)::int as total from ${sql.identifier(name)} where workspace_id = ${workspaceId} and platform = ${platform}`,
    );
    counts[name] = rows[0]?.total ?? 0;
  }
  return counts;
};

test('removing the app at Facebook ends the connection, deletes its tokens and notifies the owner once', async () => {
  const person = await newReader(api, 'facebook');
  // A running read could detect the removed grant first.
  await awaitReads(api, person, 'facebook');
  expect((await send('deauthorize', { forged: true })).status).toBe(401);
  expect((await requireFacebook(person)).reconnectReason).toBeNull();

  const { status, signedRequest } = await send('deauthorize');
  expect(status).toBe(200);
  const lost = await requireFacebook(person);
  expect(lost.reconnectReason).toBe(messages.privacy.removedByPlatform('facebook'));
  expect(openTokens(api.context.secrets, lost)).toMatchObject({ accessToken: '', refreshToken: null });
  const { rows } = await api.context.db.execute(
    sql`select 1 from lead_pages where workspace_id = ${person.workspaceId} and access_token is not null`,
  );
  expect(rows).toEqual([]);
  expect((await send('deauthorize', { signedRequest })).status).toBe(200);
  expect(await lossesOf(person)).toHaveLength(1);
  expect((await listAllLeads(api, person, 'facebook')).length).toBeGreaterThan(0);
});

test('a request older than a connection does not affect it', async () => {
  const person = await newReader(api, 'facebook');
  const { signedRequest } = await send('deauthorize', { userId: '1' });
  const replayed = await send('data-deletion', { signedRequest });
  expect(replayed.status).toBe(200);
  await api.context.db.execute(
    sql`update connections set connected_at = now() + interval '5 minutes' where workspace_id = ${person.workspaceId}`,
  );
  expect((await send('deauthorize')).status).toBe(200);
  const { body } = await send('data-deletion');
  const { confirmation_code: code } = deletionAnswer.parse(JSON.parse(body));
  await api.waitUntil(async () => (await findReceipt(api.context.db, code))?.finishedAt);
  const row = await requireFacebook(person);
  expect(row.reconnectReason).not.toBe(messages.privacy.removedByPlatform('facebook'));
  expect(openTokens(api.context.secrets, row).accessToken).not.toBe('');
  await api.context.db.execute(sql`delete from connections where workspace_id = ${person.workspaceId}`);
});

test('a deletion request at Meta erases all data of that identity, and its code opens the receipt', async () => {
  const person = await newReader(api, 'facebook');
  await connectPlatform(api, person, 'tiktok');
  await api.request(saveCustomLeads, {
    token: person.token,
    body: { leads: [{ Name: 'Ada', platform: 'facebook' }] },
  });
  await awaitFirstRead(api, person, 'tiktok');
  const { leads: otherLeads = 0 } = await countOfPlatform(person, 'tiktok');
  expect(otherLeads).toBeGreaterThan(0);

  const { workspaceId, userId } = person;
  await insertFinding(api.context.db, { workspaceId, platform: 'facebook', accountId: 'act_1' }, 'of-facebook');
  await insertFinding(api.context.db, { workspaceId, platform: 'tiktok', accountId: '1' }, 'of-tiktok');
  for (const findingId of ['of-facebook', 'of-tiktok'])
    await announce(api.context, { workspaceId, userId }, 'finding_opened', { findingId, message: 'Spend rose' });

  const { status, body, signedRequest } = await send('data-deletion');
  expect(status).toBe(200);
  const { url, confirmation_code: code } = deletionAnswer.parse(JSON.parse(body));
  expect(url).toBe(`${api.url}/deletion/${code}`);
  await api.waitUntil(async () => (await findReceipt(api.context.db, code))?.finishedAt);

  const left = Object.entries(await countOfPlatform(person, 'facebook')).filter(([, rows]) => rows > 0);
  expect(left).toEqual([]);
  expect((await countOfPlatform(person, 'tiktok'))['leads']).toBe(otherLeads);
  const receipt = await findReceipt(api.context.db, code);
  expect(receipt).toMatchObject({ kind: 'meta', userId: null, counts: { connections: 1 } });
  expect(receipt?.counts['leads']).toBeGreaterThan(0);
  const { body: told } = await api.request(listNotifications, { token: person.token });
  const opened = told.data.filter(({ event }) => event === 'finding_opened');
  expect(opened.map(({ payload }) => payload['findingId'])).toEqual(['of-tiktok']);
  const [notification] = await lossesOf(person);
  expect(notification?.payload['message']).toBe(messages.privacy.erasedByPlatform('facebook'));

  const page = await fetch(url);
  expect(page.status).toBe(200);
  expect(page.headers.get('cache-control')).toBe('no-store');
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
  const html = await page.text();
  expect(html).toContain(messages.privacy.receipt.done);
  expect(html).not.toContain('122000000000501');

  const again = await send('data-deletion', { signedRequest });
  expect(deletionAnswer.parse(JSON.parse(again.body)).confirmation_code).toBe(code);
  expect(await findReceipt(api.context.db, code)).toEqual(receipt);
});

test('unknown and invalid codes have no receipt', async () => {
  for (const code of ['0123456789abcdef01234567', 'x', '%00', encodeURIComponent("' or 1=1 --")]) {
    const page = await fetch(`${api.url}/deletion/${code}`);
    expect([code, page.status]).toEqual([code, 404]);
    expect(await page.text()).toContain(messages.privacy.receipt.unknown);
  }
  expect((await fetch(`${api.url}/deletion/receipt.css`)).headers.get('content-type')).toContain('text/css');
});

test('refuses unsigned, malformed and too large requests, and all requests without an app secret', async () => {
  const post = (path: string, body: string, type = 'application/x-www-form-urlencoded', to = api) =>
    fetch(`${to.url}/webhooks/meta/${path}`, { method: 'POST', body, headers: { 'content-type': type } });
  for (const path of ['deauthorize', 'data-deletion']) {
    expect((await post(path, 'signed_request=a.b')).status).toBe(401);
    expect((await post(path, 'other=a.b')).status).toBe(400);
    expect((await post(path, 'signed_request=a.b&signed_request=c.d')).status).toBe(400);
    expect((await post(path, '{"signed_request":"a.b"}', 'application/json')).status).toBe(400);
    expect((await post(path, `signed_request=${'a'.repeat(20_000)}`)).status).toBe(413);
    expect((await fetch(`${api.url}/webhooks/meta/${path}`)).status).toBe(404);
  }
  const off = await startTestApi({ env: { FACEBOOK_APP_ID: undefined, FACEBOOK_APP_SECRET: undefined } });
  try {
    expect((await post('data-deletion', 'signed_request=a.b', undefined, off)).status).toBe(503);
    expect((await post('deauthorize', 'signed_request=a.b', undefined, off)).status).toBe(503);
  } finally {
    await off.close();
  }
});
