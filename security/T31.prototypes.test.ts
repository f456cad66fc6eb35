import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectedAccounts } from '#shared/contracts/connections.ts';
import { fetchGoogleSheet, listCustomLeads, saveCustomLeads } from '#shared/contracts/customLeads.ts';
import { exportGoogleSheet } from '#shared/contracts/exports.ts';
import { listFacebookLeads, listLeads } from '#shared/contracts/leads.ts';
import { createSheetSync, listSheetSyncs } from '#shared/contracts/sheetSyncs.ts';
import { customLeadKeys } from '#shared/customLeadColumns.ts';
import { putSheet, submitLead } from '#testing/sandbox/sandboxControl.ts';
import { waitUntil } from '#testing/waitUntil.ts';
import { readDescribedCalls } from './testing/describedCalls.ts';
import { fillCall } from './testing/fillCall.ts';
import { sheetOfExport } from './testing/sheetOfExport.ts';
import { ownKey, prototypeKeys } from './testing/payloads.ts';
import { startWatchedProduct } from './testing/startWatchedProduct.ts';
import type { WatchedProduct } from './testing/startWatchedProduct.ts';
import { newMemberAt } from './testing/strangers.ts';
import type { Member } from './testing/strangers.ts';

/** The sandbox does not accept a question with the omitted name. A sheet column covers it. */
const questions = prototypeKeys.filter((key) => key !== '__proto__');

let product: WatchedProduct;
let member: Member;
beforeAll(async () => {
  product = await startWatchedProduct();
  for (const key of questions)
    await submitLead({ url: product.sandboxUrl }, { platform: 'facebook', fields: { [key]: 'polluted' } });
  member = await newMemberAt(product.url, 'google', 'facebook');
});
afterAll(() => product.stop());

const polluted = { polluted: 'yes', isAdmin: true, Name: 'polluted', length: 9 };
const bombs = [
  ownKey('__proto__', polluted),
  { constructor: ownKey('prototype', polluted) },
  ownKey('__proto__', ownKey('__proto__', polluted)),
  ownKey('__proto__', null),
  ownKey('__proto__', [polluted]),
  { 'constructor.prototype.polluted': 'yes', '__proto__[polluted]': 'yes' },
];

const expectNothingInherited = async (): Promise<void> => expect((await product.inspect()).inherited).toEqual([]);

test('T31 no body with prototype keys changes a prototype, in any call', async () => {
  const calls = (await readDescribedCalls(product.url)).filter(
    ({ method, path }) => method !== 'GET' && !/logout|delete_account/.test(path),
  );
  // Findings open meanwhile.
  const readState = async () => {
    const { status, body } = await member.request(connectedAccounts);
    return { status, ...body, workspace: { ...body.workspace, unmarkedFindings: 0 } };
  };
  const before = await readState();
  for (const { method, path, pathNames, body } of calls) {
    const place = fillCall(path, Object.fromEntries(pathNames.map((name) => [name, '__proto__'])));
    const known = Object.keys(body?.properties ?? {});
    for (const bomb of [...bombs, ...bombs.map((each) => Object.fromEntries(known.map((key) => [key, each])))]) {
      const init = { method, body: JSON.stringify(bomb), headers: { 'content-type': 'application/json' } };
      const { status } = await member.send(place, init);
      expect([place, status < 500]).toEqual([place, true]);
    }
    await member.send(`${place}?__proto__[polluted]=yes&constructor[prototype][polluted]=yes&__proto__=yes`, {
      method,
    });
  }
  await expectNothingInherited();
  expect(await readState()).toEqual(before);
});

test('T31 columns and questions with such names work in leads, sheets and exports', async () => {
  const row = {
    ...Object.fromEntries(prototypeKeys.map((key) => [key, `value of ${key}`])),
    id: 'p1',
    Name: 'Ada Example',
  };
  const lead = JSON.parse(JSON.stringify(row).replace('{', '{"__proto__":{"country":"inherited"},'));
  const saved = await member.request(saveCustomLeads, { body: { leads: [lead, ...bombs] } });
  expect(saved.status).toBe(200);
  const leads = (await member.request(listCustomLeads)).body.data.data;
  const ada = leads.find(({ id }) => id === 'p1');
  expect(Object.keys(ada ?? {}).toSorted()).toEqual([...customLeadKeys, '_id', 'createdAt', 'updatedAt'].toSorted());
  expect(leads.map(({ country, Name: name }) => [country, name])).toContainEqual(['', 'Ada Example']);

  const header = [...prototypeKeys, 'Name', 'id'];
  const rows = [header, [...prototypeKeys, 'Eve Example', 'p2']];
  const url = await putSheet({ url: product.sandboxUrl }, 'columns-of-prototypes-0001', { rows, shared: 'public' });
  const fetched = await member.request(fetchGoogleSheet, { query: { url } });
  expect(fetched.body.data.map(({ Name: name, id }) => [name, id])).toEqual([['Eve Example', 'p2']]);
  await member.request(createSheetSync, { body: { url, type: 'tiktok' } });
  const lastRun = async () => (await member.request(listSheetSyncs)).body.data[0]?.lastRun ?? null;
  const isDone = async () => (await lastRun())?.state === 'done';
  await waitUntil(isDone, { what: 'the run of the sheet' });
  expect(await lastRun()).toMatchObject({ rowsAdded: 1, rowsRejected: 0 });
  const names = (await member.request(listLeads.tiktok, { query: { search: 'Eve Example' } })).body.data;
  expect(names.map(({ leadId }) => leadId)).toEqual(['p2']);
  await waitUntil(
    async () => {
      const { data } = (await member.request(listFacebookLeads)).body.data;
      const asked = new Set(data.flatMap(({ field_data: answers }) => answers.map(({ name }) => name)));
      return questions.every((key) => asked.has(key));
    },
    { what: 'the leads with these questions' },
  );

  const { body } = await member.request(exportGoogleSheet, { body: { data: [row, ...bombs] } });
  const sheet = await sheetOfExport(product.sandboxUrl, member, body.data.id);
  const titles = sheet.values[0] ?? [];
  for (const key of prototypeKeys) expect(sheet.values[1]?.[titles.indexOf(key)]).toBe(`value of ${key}`);
  await expectNothingInherited();
});
