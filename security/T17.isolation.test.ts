import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listActivity } from '#shared/contracts/activity.ts';
import { listAdAccounts } from '#shared/contracts/adAccounts.ts';
import { listCampaigns } from '#shared/contracts/campaigns.ts';
import { listCustomLeads, saveCustomLeads } from '#shared/contracts/customLeads.ts';
import { exportGoogleSheet, getExport } from '#shared/contracts/exports.ts';
import { listFindings } from '#shared/contracts/findings.ts';
import { listLeads } from '#shared/contracts/leads.ts';
import { listNotifications } from '#shared/contracts/notifications.ts';
import { getOverview } from '#shared/contracts/overview.ts';
import { erasePerson } from '#shared/contracts/privacy.ts';
import { createSheetSync, listSheetSyncs } from '#shared/contracts/sheetSyncs.ts';
import { updateProfile } from '#shared/contracts/users.ts';
import { addDays, defaultRange, utcDay } from '#shared/lib/dateRange.ts';
import { platformIds } from '#shared/platforms.ts';
import { lte, sql } from '#server/database/drizzle.ts';
import { findingRuns } from '#server/database/schema.ts';
import { connectPlatform } from '#testing/api/connectPlatform.ts';
import { publicSheetId } from '#testing/sandbox/sandbox.ts';
import { putSheet } from '#testing/sandbox/sandboxControl.ts';
import { waitUntil } from '#testing/waitUntil.ts';
import { readDescribedCalls } from './testing/describedCalls.ts';
import type { DescribedCall } from './testing/describedCalls.ts';
import { fillCall } from './testing/fillCall.ts';
import { startOwnProduct } from './testing/startOwnProduct.ts';
import type { OwnProduct } from './testing/startOwnProduct.ts';
import { newMemberAt, newStranger } from './testing/strangers.ts';

const range = defaultRange(utcDay(new Date()));
const until = { timeoutMs: 60_000 };

// A separate product, because leads from other attacks would change what the owner reads.
let product: OwnProduct;
beforeAll(async () => {
  product = await startOwnProduct();
});
afterAll(() => product.stop());

/** A person with data of every kind, and the texts that identify it. */
const newOwner = async () => {
  const owner = await newMemberAt(product.webUrl, 'facebook', 'tiktok');
  const browser = { url: product.webUrl, request: newStranger(product.webUrl).request };
  await connectPlatform(browser, owner, 'google', { startHeaders: owner.forwarded, withEvents: true });
  const mark = randomBytes(6).toString('hex');
  const accounts: Record<string, string[]> = {};
  for (const platform of platformIds)
    accounts[platform] = (await owner.request(listAdAccounts[platform])).body.accounts.map(({ id }) => id);
  await owner.request(updateProfile, { body: { defaultAccounts: accounts } });

  // The attacker knows these two and sends them.
  const leadId = `lead-${randomBytes(6).toString('hex')}`;
  const leadEmail = `${leadId}@example.test`;
  const erased = `erased-${mark}@example.test`;
  const leads = [{ id: leadId, Name: `Olga ${mark}`, EmailAddress: leadEmail }, { EmailAddress: erased }];
  await owner.request(saveCustomLeads, { body: { leads } });
  const { data: receipt } = (await owner.request(erasePerson, { body: { email: erased } })).body;
  const { data: run } = (await owner.request(exportGoogleSheet, { body: { data: [{ name: mark }] } })).body;
  const rows = [
    ['Name', 'Email'],
    [`Sheet ${mark}`, `sheet-${mark}@example.test`],
  ];
  const url = await putSheet({ url: product.sandboxUrl }, `sheet-${mark}-0123456789`, { rows, shared: 'public' });
  const { data: sync } = (await owner.request(createSheetSync, { body: { url, type: 'meta' } })).body;

  // Wait for data that arrives by itself, because it must not change later.
  await waitUntil(async () => {
    const overview = (await owner.request(getOverview, { query: range })).body.data;
    const lists = [listLeads.facebook, listLeads.tiktok].map((list) => owner.request(list));
    const found = (await Promise.all(lists)).map(({ body }) => body.totalItems);
    const isSynced = (await owner.request(listSheetSyncs)).body.data[0]?.lastRun?.state === 'done';
    // Findings compare up to two months.
    const { data: campaigns } = (await owner.request(listCampaigns, { query: range })).body;
    const monthsSince = addDays(range.until, -55);
    const hasMonths = campaigns.accounts.every((account) => (account.completeSince ?? range.until) <= monthsSince);
    return hasMonths && !overview.isReading && found.every((count) => count > 0) && isSynced;
  }, until);
  // A run that is still due would add findings of those months.
  await waitUntil(async () => {
    const due = lte(findingRuns.nextRunAt, sql`now()`);
    return (await product.readStored(({ db }) => db.$count(findingRuns, due))) === 0;
  }, until);
  const finding = await waitUntil(async () => (await owner.request(listFindings)).body.data.findings[0] ?? null, until);
  const notifications = (await owner.request(listNotifications)).body.data;
  const custom = (await owner.request(listCustomLeads)).body.data.data;
  const [activity] = (await owner.request(listActivity)).body.data;
  const { data: ended } = (await owner.request(getExport, { params: { id: run.id } })).body;
  const marks = [owner.userId, owner.email, mark, run.id, String(ended.url), sync.id, receipt.code, finding.id];
  return {
    ...owner,
    leadId,
    leadEmail,
    accounts,
    ids: [
      run.id,
      sync.id,
      String(notifications.at(-1)?.id),
      custom[0]?._id ?? '',
      `custom:${custom[0]?._id}`,
      activity?.id ?? '',
      finding.id,
      owner.userId,
    ],
    marks: [...marks, ...Object.values(accounts).flat()],
  };
};
type Owner = Awaited<ReturnType<typeof newOwner>>;

/** The owner's values for every key of the current calls. A call with a new key needs an entry here. */
const namesOf = ({ userId, leadId, leadEmail, accounts, ids }: Owner, email: string): Record<string, unknown> => ({
  _id: userId,
  id: ids[0],
  userId,
  owner: userId,
  email,
  phone: undefined,
  since: range.since,
  until: range.until,
  ad_account_ids: accounts['facebook'],
  account_index: 0,
  after_cursor: null,
  startDate: range.since,
  endDate: range.until,
  customerIds: accounts['google'],
  start_date: range.since,
  end_date: range.until,
  advertiser_ids: accounts['tiktok'],
  defaultAccounts: accounts,
  name: 'Mallory Example',
  password: undefined,
  state: 'made-up',
  leads: [{ id: leadId, Name: 'Mallory', EmailAddress: leadEmail, userId }],
  ids: ids.filter((each) => each.startsWith('custom:')),
  filter: undefined,
  action: { kind: 'delete' },
  values: { Name: 'Mallory' },
  list: 'custom',
  search: '',
  url: `${product.sandboxUrl}/spreadsheets/d/${publicSheetId}/edit`,
  cells: 'true',
  type: 'meta',
  upTo: 1_000_000,
  after: '0',
  before: '1000000',
  page: '1',
  limit: '100',
  level: 'campaign',
  compare: 'previous',
  platform: 'google',
  account: `google:${accounts['google']?.[0]}`,
  status: 'delivering',
  parent: 'google:campaign:1',
  sort: 'name',
  order: 'desc',
  columns: 'spend',
  screen: 'campaigns',
  query: 'status=paused',
  assignee: userId,
  tag: '',
  form: '',
  campaign: '',
  question: 'Model',
  answer: 'A',
  response: 'waiting',
  by: 'person',
  statusId: 'lost',
  isUndo: true,
  assigneeId: userId,
  tags: ['made-up'],
  value: null,
  note: 'made-up',
  duplicates: 'true',
  into: ids[4],
  from: [{ id: ids[4], version: 0 }],
  take: {},
  country: 'FR',
  statuses: [{ name: 'New', color: 'blue', meaning: 'new' }],
  basedOn: undefined,
  moves: [],
  texts: [{ text: 'made-up', statusId: null }],
  minutes: 5,
  officeHours: null,
  role: 'owner',
  invitation: 'made-up',
  isShared: true,
  isDefault: true,
  kind: 'pacing',
  mark: 'seen',
  accountId: accounts['google']?.[0],
  month: range.since.slice(0, 7),
  amount: 5,
});

/** Requests that name the owner's data in each possible part of a call. */
const attacksOf = (call: DescribedCall, owner: Owner) => {
  const keys = Object.keys(call.body?.properties ?? {});
  const queryKeys = call.query.map(({ name }) => name);
  const ids = call.pathNames.includes('id') ? owner.ids : [''];
  const platforms = call.pathNames.includes('platform') ? platformIds : [''];
  const emails = keys.includes('email') ? [owner.email, owner.leadEmail] : [owner.email];
  return emails.flatMap((email) => {
    const names = namesOf(owner, email);
    const unknown = [...keys, ...queryKeys].filter((key) => !Object.hasOwn(names, key));
    expect({ call: call.name, unknown }).toEqual({ call: call.name, unknown: [] });
    const query = new URLSearchParams({ userId: owner.userId });
    for (const key of queryKeys) query.set(key, String(names[key]));
    const body = call.method === 'GET' ? null : JSON.stringify(names);
    return ids.flatMap((id) =>
      platforms.map((platform) => ({
        path: `${fillCall(call.path, { id, platform, level: 'campaign' })}?${query}`,
        body,
        id,
      })),
    );
  });
};

/** Read times and read progress, which change even if the data do not. */
const moments = /"(?:lastGoodCallAt|lastReadAt|readAt|asOf|completeSince|checkedAt)":(?:"[^"]+"|null)/g;

/** All data that the owner can read, as one text. */
const readAll = async (owner: Owner, calls: readonly DescribedCall[]): Promise<string> => {
  const texts: string[] = [];
  for (const { method, path } of calls.filter((call) => call.method === 'GET'))
    for (const id of path.includes('{id}') ? owner.ids : ['']) {
      const query = new URLSearchParams(range);
      const answer = await owner.send(`${fillCall(path, { id, platform: 'google', level: 'campaign' })}?${query}`, {
        method,
      });
      texts.push(`${path} ${id} ${answer.status} ${await answer.text()}`);
    }
  const { body } = await owner.request(updateProfile, { body: {} });
  return [...texts, JSON.stringify(body)].join('\n').replace(moments, '');
};

test("T17 [S6.BEAR.3] no call returns or changes another person's data", async () => {
  const owner = await newOwner();
  const calls = (await readDescribedCalls(product.webUrl)).filter(({ isOpen }) => !isOpen);
  expect(calls.length).toBeGreaterThan(30);
  const before = await waitUntil(async () => {
    const [first, second] = [await readAll(owner, calls), await readAll(owner, calls)];
    return first === second ? first : null;
  }, until);
  for (const mark of owner.marks) expect(before).toContain(mark);

  let mallory = await newMemberAt(product.webUrl);
  for (const call of calls)
    for (const { path, body, id } of attacksOf(call, owner)) {
      const headers = { 'content-type': 'application/json' };
      const answer = await mallory.send(path, { method: call.method, headers, body });
      const text = await answer.text();
      // An invitation names the address that was sent.
      const echoed = call.name === 'POST /workspace/invitations' ? owner.email : '';
      const leaked = owner.marks.filter((mark) => text.includes(mark) && !path.includes(mark) && mark !== echoed);
      // A malformed id is refused as invalid.
      const isUnknown = id === '' || [400, 404].includes(answer.status);
      expect([path, answer.status < 500, isUnknown, leaked]).toEqual([path, true, true, []]);
      // Some calls end the session of their caller.
      if ((await mallory.request(listNotifications)).status === 401) mallory = await newMemberAt(product.webUrl);
    }

  expect(await readAll(owner, calls)).toBe(before);
});
