import { expect, test } from 'vitest';
import { fetchGoogleSheet, listCustomLeads } from '#shared/contracts/customLeads.ts';
import { createSheetSync, listSheetSyncRuns } from '#shared/contracts/sheetSyncs.ts';
import { showSheetCode, takeOverSheet } from '#shared/contracts/sheets.ts';
import { messages } from '#shared/messages.ts';
import { putSheet } from '#testing/sandbox/sandboxControl.ts';
import { waitUntil } from '#testing/waitUntil.ts';
import { newMember } from './testing/strangers.ts';
import type { Member } from './testing/strangers.ts';
import { target } from './testing/target.ts';

const rows = [
  ['Name', 'Email'],
  ['Ada Example', 'ada@example.test'],
];
const sandbox = { url: target.sandboxUrl };
const hasOwner = [403, 'SHEET_CLAIMED', messages.sheets.claimed];

const read = async (member: Member, url: string) => {
  const { status, body } = await member.request(fetchGoogleSheet, { query: { url } });
  return [status, body.code, body.message];
};

test('T26 a private sheet is read only for the first person who uses it', async () => {
  const [ada, eve] = [await newMember(), await newMember()];
  const url = await putSheet(sandbox, 'owned-sheet-0123456789', { rows, shared: 'service-account' });
  expect((await ada.request(fetchGoogleSheet, { query: { url } })).body.data).toMatchObject([{ Name: 'Ada Example' }]);
  // Other spellings of the URL and other tabs are the same document.
  const spellings = [url, `${url}?usp=sharing#gid=3`, url.replace('/d/', '/u/7/d/'), `${url}?ouid=1#gid=0`];
  for (const spelling of spellings) expect([spelling, await read(eve, spelling)]).toEqual([spelling, hasOwner]);
  expect((await read(ada, url))[0]).toBe(200);

  // A public sheet has no owner.
  await putSheet(sandbox, 'owned-sheet-0123456789', { rows, shared: 'public' });
  expect((await read(eve, url))[0]).toBe(200);
});

test('T26 a sync of an owned sheet delivers no rows to another person', async () => {
  const [ada, eve] = [await newMember(), await newMember()];
  const url = await putSheet(sandbox, 'hasOwner-synced-sheet-0123456789', { rows, shared: 'service-account' });
  expect((await read(ada, url))[0]).toBe(200);
  // The first run finds out whether the sheet can be read.
  const { id } = (await eve.request(createSheetSync, { body: { url, type: 'meta' } })).body.data;
  const run = await waitUntil(
    async () =>
      (await eve.request(listSheetSyncRuns, { params: { id } })).body.data.find(({ state }) => state !== 'running'),
    { what: 'the end of the run' },
  );
  expect([run.state, run.error, run.rowsRead]).toEqual(['failed', messages.sheets.claimed, 0]);
  expect((await eve.request(listCustomLeads)).body.totalItems).toBe(0);
});

test('T26 a person can take a sheet over with their own code, and with no other code', async () => {
  const [ada, eve, mallory] = [await newMember(), await newMember(), await newMember()];
  const id = 'taken-sheet-0123456789';
  const write = (...cells: string[]) =>
    putSheet(sandbox, id, { rows: [...rows, ...cells.map((cell) => [cell, ''])], shared: 'service-account' });
  const url = await write();
  expect((await read(ada, url))[0]).toBe(200);
  const codeOf = async (member: Member): Promise<string> =>
    (await member.request(showSheetCode, { body: { url } })).body.data.code;
  const take = async (member: Member) => {
    const { status, body } = await member.request(takeOverSheet, { body: { url } });
    return [status, body.code];
  };
  const missing = [409, 'SHEET_CODE_MISSING'];

  const code = await codeOf(eve);
  expect(await take(eve)).toEqual(missing);
  await write(`${code}0`, await codeOf(mallory));
  expect(await take(eve)).toEqual(missing);
  expect(await read(eve, url)).toEqual(hasOwner);
  expect((await read(ada, url))[0]).toBe(200);

  await write(code);
  expect(await take(mallory)).toEqual(missing);
  expect((await take(eve))[0]).toBe(200);
  expect(await read(ada, url)).toEqual(hasOwner);
  // A code that stays in its cell does not work a second time.
  await write(code, await codeOf(ada));
  expect((await take(ada))[0]).toBe(200);
  expect(await take(eve)).toEqual(missing);
  expect(await read(eve, url)).toEqual(hasOwner);
});
