import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { register } from '#shared/contracts/users.ts';
import { platformIds } from '#shared/platforms.ts';
import type { Member } from '#server/lib/http/Caller.ts';
import { connectPlatform } from '#testing/api/connectPlatform.ts';
import { workspaceOf } from '#testing/database/workspaceOf.ts';
import { waitUntil } from '#testing/waitUntil.ts';
import { findPlaces } from './testing/canaries/findPlaces.ts';
import { startTalkativeProduct } from './testing/canaries/talkativeProduct.ts';
import type { TalkativeProduct } from './testing/canaries/talkativeProduct.ts';
import { readDescribedCalls } from './testing/describedCalls.ts';

type Person = Member & { token: string; password: string };

let product: TalkativeProduct;
let ada: Person;
let bob: Person;

/** A new person with all platforms connected. */
const newOwner = async (): Promise<Person> => {
  const password = randomBytes(12).toString('hex');
  const email = `owner-${randomBytes(6).toString('hex')}@example.test`;
  const { body } = await product.call(register, {
    body: { name: 'Ada Example', email, password, confirmpassword: password },
  });
  const { _id: userId, token } = body.data;
  const workspaceId = await product.withDatabase((db) => workspaceOf(db, userId));
  const person = { userId, workspaceId, token, password };
  for (const platform of platformIds)
    await connectPlatform({ url: product.site.url, request: product.call }, person, platform);
  return person;
};

/** Runs a statement as an attacker with access to the database. */
const change = (statement: string, values: string[]): Promise<number> =>
  product.withDatabase(async (db) => (await db.query(statement, values)).rowCount ?? 0);

beforeAll(async () => {
  product = await startTalkativeProduct('server');
  ada = await newOwner();
  bob = await newOwner();
  // Wait for the tokens of their Pages.
  await waitUntil(async () => (await change('select 1 from lead_pages where access_token is not null', [])) >= 2, {
    what: 'the tokens of the pages',
  });
});
afterAll(() => product.stop());

test('T44 a dump of the database contains no token, password or session', async () => {
  const secrets = [...product.platform.secrets];
  expect(secrets.length).toBeGreaterThan(10);
  const encoded = secrets.flatMap((secret) => [
    secret,
    Buffer.from(secret).toString('base64').replaceAll('=', ''),
    Buffer.from(secret).toString('base64url'),
    Buffer.from(secret).toString('hex'),
  ]);
  const places = await product.withDatabase((db) =>
    findPlaces(db, {
      ofPlatforms: encoded,
      sessions: [ada.token, bob.token],
      passwords: [ada.password, bob.password],
      // Proves that the search works.
      people: [ada.userId],
    }),
  );
  expect({ ...places, people: places['people']?.includes('public.sessions.user_id') }).toEqual({
    ofPlatforms: [],
    sessions: [],
    passwords: [],
    people: true,
  });
});

test('T44 no API response contains a token', async () => {
  const secrets = [...product.platform.secrets];
  const calls = (await readDescribedCalls(product.site.url)).filter(
    ({ method, pathNames }) => method === 'GET' && pathNames.length === 0,
  );
  expect(calls.length).toBeGreaterThan(10);
  for (const { path } of calls) {
    const answer = await product.ask(path, { headers: { authorization: `Bearer ${ada.token}` } });
    const text = await answer.text();
    expect([path, secrets.filter((secret) => text.includes(secret))]).toEqual([path, []]);
    expect(text).not.toMatch(/access_?token|refresh_?token|password_?hash|"v1\.[0-9a-f]{8}\./i);
  }
});
