import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listCustomLeads, saveCustomLeads } from '#shared/contracts/customLeads.ts';
import { cancelExport, exportGoogleSheet, listExports } from '#shared/contracts/exports.ts';
import { listLeads } from '#shared/contracts/leads.ts';
import { deleteAccount, erasePerson, listErasures } from '#shared/contracts/privacy.ts';
import { register } from '#shared/contracts/users.ts';
import { ownedTables } from '#server/modules/privacy/ownedTables.ts';
import { connectPlatform } from '#testing/api/connectPlatform.ts';
import { orderFaults, submitLead } from '#testing/sandbox/sandboxControl.ts';
import { workspaceOf } from '#testing/database/workspaceOf.ts';
import { waitUntil } from '#testing/waitUntil.ts';
import { findPlaces } from './testing/canaries/findPlaces.ts';
import { mark, person } from './testing/canaries/marks.ts';
import { startTalkativeProduct } from './testing/canaries/talkativeProduct.ts';
import type { TalkativeProduct } from './testing/canaries/talkativeProduct.ts';

let product: TalkativeProduct;
beforeAll(async () => {
  product = await startTalkativeProduct('server');
});
afterAll(() => product.stop());

const newOwner = async () => {
  const [email, password] = [`${mark('owner')}@example.test`, randomBytes(12).toString('hex')];
  const { body } = await product.call(register, {
    body: { name: mark('owner-name'), email, password, confirmpassword: password },
  });
  const userId = body.data._id;
  const workspaceId = await product.withDatabase((db) => workspaceOf(db, userId));
  return { userId, workspaceId, token: body.data.token, email, name: body.data.name };
};
type Owner = Awaited<ReturnType<typeof newOwner>>;

/** Counts the rows of an owner in every table with owners. */
const countOwned = ({ userId, workspaceId }: Owner): Promise<Record<string, number>> =>
  product.withDatabase(async (db) => {
    const counts: Record<string, number> = {};
    for (const { name, ownerColumn } of ownedTables) {
      const { rows } = await db.query<{ total: number }>(
        `select count(*)::int as total from "${name}" where ${ownerColumn} = $1`,
        [ownerColumn === 'user_id' ? userId : workspaceId],
      );
      counts[name] = rows[0]?.total ?? 0;
    }
    return counts;
  });

const find = (...needles: string[]): Promise<string[]> =>
  product.withDatabase(async (db) => (await findPlaces(db, { needles }))['needles'] ?? []);

/** Counts the jobs that wait for an owner. */
const countWaitingJobs = ({ userId, workspaceId }: Owner): Promise<number> =>
  product.withDatabase(async (db) => {
    const { rows } = await db.query<{ total: number }>(
      `select count(*)::int as total from jobs.job where state in ('created', 'retry') and data::text ~ $1`,
      [`${userId}|${workspaceId}`],
    );
    return rows[0]?.total ?? Number.NaN;
  });

const chunks = 'public.export_chunks.rows';

/** An account with leads of one person: from a form, from a file, and in an unfinished posted export. */
const newLoser = async ({ name, email, phone }: ReturnType<typeof person>): Promise<Owner> => {
  const owner = await newOwner();
  const { token } = owner;
  for (const platform of ['facebook', 'google'] as const)
    await connectPlatform({ url: product.site.url, request: product.call }, owner, platform);
  await submitLead(product.sandbox, {
    platform: 'facebook',
    fields: { full_name: name, email, phone_number: phone },
  });
  const row = { Name: name, EmailAddress: email, Number: phone };
  await product.call(saveCustomLeads, { token, body: { leads: [row] } });
  await orderFaults(product.sandbox, {
    provider: 'google',
    path: '/values:batchUpdate',
    kind: 'slow',
    delayMs: 60_000,
  });
  const posting = product.call(exportGoogleSheet, { token, body: { data: [row] } });
  await waitUntil(async () => (await find(email)).includes(chunks), {
    what: 'the rows of the export',
  });
  // A cancelled export keeps its rows, so that it can be resumed.
  const [run] = (await product.call(listExports, { token })).body.data;
  expect((await product.call(cancelExport, { token, params: { id: run?.id ?? '' } })).status).toBe(200);
  await posting;
  const total = async (list: typeof listLeads.facebook | typeof listCustomLeads) =>
    (await product.call(list, { token, query: { search: email } })).body.totalItems;
  await waitUntil(async () => (await total(listLeads.facebook)) === 1 && (await total(listCustomLeads)) === 1, {
    what: 'both leads',
  });
  return owner;
};

test('T51 an erased person is in no row of any table, and others stay', async () => {
  const lost = person('person');
  const owner = await newLoser(lost);
  expect(await find(lost.email)).toContain(chunks);
  const before = await countOwned(owner);
  const { status } = await product.call(erasePerson, {
    token: owner.token,
    body: { email: lost.email, phone: lost.phone },
  });
  expect(status).toBe(200);
  await waitUntil(
    async () => (await product.call(listErasures, { token: owner.token })).body.data.every((each) => each.finishedAt),
    { what: 'the erasure' },
  );
  expect(await find(lost.name, lost.email, lost.phone)).toEqual([]);
  const after = await countOwned(owner);
  expect({ leads: after['leads'], customLeads: after['custom_leads'], connections: after['connections'] }).toEqual({
    leads: (before['leads'] ?? 0) - 1,
    customLeads: 0,
    connections: 2,
  });
  // Otherwise this account would also receive the next lead of the Page.
  expect((await product.call(deleteAccount, { token: owner.token, body: { email: owner.email } })).status).toBe(200);
});

test('T51 a deleted account leaves no row and no personal data in any table', async () => {
  const [lost, others] = [person('person'), person('other')];
  const owner = await newLoser(lost);
  const other = await newOwner();
  await product.call(saveCustomLeads, { token: other.token, body: { leads: [{ Name: others.name }] } });
  expect((await countOwned(owner))['connections']).toBe(2);
  const { status } = await product.call(deleteAccount, { token: owner.token, body: { email: owner.email } });
  expect(status).toBe(200);
  await waitUntil(async () => Object.values(await countOwned(owner)).every((rows) => rows === 0), {
    what: 'tables without the owner',
  });
  await expect
    .poll(() => find(owner.email, owner.name, lost.name, lost.email, lost.phone), { timeout: 30_000 })
    .toEqual([]);
  // A job that was running finds nothing, and its row is deleted within a day.
  const ofJobs = /^jobs\./;
  await expect
    .poll(async () => (await find(owner.userId, owner.workspaceId)).filter((place) => !ofJobs.test(place)), {
      timeout: 30_000,
    })
    .toEqual([]);
  expect(await countWaitingJobs(owner)).toBe(0);
  expect((await countOwned(other))['custom_leads']).toBe(1);
  expect(await find(others.name)).not.toEqual([]);
  expect((await product.call(listErasures, { token: owner.token })).status).toBe(401);
});
