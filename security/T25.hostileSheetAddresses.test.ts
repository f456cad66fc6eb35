import * as fc from 'fast-check';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { fetchGoogleSheet } from '#shared/contracts/customLeads.ts';
import { createSheetSync, listSheetSyncs } from '#shared/contracts/sheetSyncs.ts';
import { messages } from '#shared/messages.ts';
import { hostileAddresses } from '#server/providers/spreadsheets/testing/hostileAddresses.ts';
import { putSheet } from '#testing/sandbox/sandboxControl.ts';
import { loopbackHosts } from './testing/loopbackHosts.ts';
import { startBetweenPlatforms } from './testing/startBetweenPlatforms.ts';
import type { ProductBetweenPlatforms } from './testing/startBetweenPlatforms.ts';
import { newMemberAt } from './testing/strangers.ts';
import type { Member } from './testing/strangers.ts';
import { setTrap } from './testing/setTrap.ts';
import type { Trap } from './testing/setTrap.ts';

let product: ProductBetweenPlatforms;
let trap: Trap;
let ada: Member;
beforeAll(async () => {
  product = await startBetweenPlatforms();
});
afterAll(() => product.stop());
beforeEach(async () => {
  trap = await setTrap();
  ada = await newMemberAt(product.url);
});
afterEach(() => trap.close());

const id = '1Demo_AbC-123456789012345678901234567890abcd';
const path = `/spreadsheets/d/${id}/edit`;

/** URLs at the host that simulates Google. None is the URL of a sheet. */
const corpus = (): string[] => {
  const docs = product.platforms.url;
  const { host, port } = new URL(docs);
  const hosts = [
    ...loopbackHosts.flatMap((name) => [name, `${name}:${trap.port}`]),
    ...loopbackHosts.filter((name) => name !== '127.0.0.1').map((name) => `docs.google.com@${name}:${trap.port}`),
    `${host}@127.0.0.1:${trap.port}`,
    `127.0.0.1:${trap.port}#@${host}`,
    `127.0.0.1:${trap.port}?@${host}`,
    `127.0.0.1:${trap.port}\\@${host}`,
    `localhost:${port}`,
    `${host}.evil.test`,
    `user@${host}`,
    `:secret@${host}`,
  ];
  return [
    ...hostileAddresses(trap.port),
    ...hosts.flatMap((each) => [`http://${each}${path}`, `https://${each}${path}`]),
    ...['file', 'ftp', 'gopher', 'dict', 'ldap', 'jar', 'netdoc', 'ws'].map((scheme) => `${scheme}://${host}${path}`),
    `gopher://127.0.0.1:${trap.port}/_GET%20${path}`,
    'file:///etc/passwd',
    'data:text/csv,Name%0aMallory',
    `${docs.replace('http:', 'https:')}${path}`,
    `${docs}${path}\r\nHost: 127.0.0.1:${trap.port}`,
    `${docs}\r\n${path}`,
    `${docs}/spreadsheets/d/${id}%0d%0aHost:%20evil.test/../../edit`,
    `${docs}/spreadsheets/d/..%2f..%2f..%2fcontrol%2fcalls/edit`,
    `${docs}/spreadsheets/d/../../control/calls/aaaaaaaaaaaaaaaaaaaaaaaa`,
    `${docs}/control/calls#/spreadsheets/d/${id}`,
    `${docs}/control/calls?/spreadsheets/d/${id}`,
    `${docs}//127.0.0.1:${trap.port}${path}`,
    `${docs}/url?q=http://127.0.0.1:${trap.port}${path}`,
    `${docs}/spreadsheets/d/${id.replace('A', 'Ａ')}/edit`,
    `${docs}${path}#gid=1&gid=../../x`.replace('gid=1&', ''),
    `${docs}${path}?gid=1%0d%0aX:1`,
    'x'.repeat(3000),
  ];
};

test('T25 only sheet URLs are accepted, and no other host is called', async () => {
  const { receivedCalls } = product.platforms;
  const before = receivedCalls.length;
  for (const url of corpus()) {
    const read = await ada.request(fetchGoogleSheet, { query: { url } });
    expect([url, read.status, read.body.message]).toEqual([url, 400, messages.sheets.invalidUrl]);
    const sync = await ada.request(createSheetSync, { body: { url, type: 'meta' } });
    expect([url, sync.status, sync.body.code]).toEqual([url, 400, 'VALIDATION']);
  }
  expect((await ada.request(fetchGoogleSheet)).status).toBe(400);
  expect((await ada.request(listSheetSyncs)).body.totalItems).toBe(0);
  expect(trap.visits()).toBe(0);
  expect(receivedCalls.slice(before).map(({ url }) => url)).toEqual([]);
});

test('T25 only the id and the tab number of an accepted URL leave the product', async () => {
  const { receivedCalls, url: docs } = product.platforms;
  const before = receivedCalls.length;
  const part = fc.constantFrom(
    '/',
    '//',
    '\\',
    '@',
    ':',
    '..',
    '%2F',
    '%2e%2e',
    '#',
    '?',
    '&',
    'gid=',
    '7',
    '\t',
    ' ',
    'd/',
    'e/',
    'u/0/',
    'spreadsheets/',
    'edit',
    'control/calls',
    `127.0.0.1:${trap.port}`,
    id,
    '＃',
    '\u202e',
    '%0d%0a',
  );
  await fc.assert(
    fc.asyncProperty(fc.array(part, { maxLength: 8 }), async (parts) => {
      const url = `${docs}/spreadsheets/d/${id}${parts.join('')}`;
      const { status } = await ada.request(fetchGoogleSheet, { query: { url } });
      expect([url, [400, 403, 404].includes(status)]).toEqual([url, true]);
    }),
    { numRuns: 150 },
  );
  const asked = new Set(receivedCalls.slice(before).map(({ url }) => url.replace(/gid=\d{1,15}$/, 'gid=7')));
  expect(asked.size).toBeGreaterThan(1);
  for (const url of asked)
    expect(url).toMatch(
      /^\/(?:spreadsheets\/d\/(?:e\/)?[\w-]{20,200}\/(?:export\?format=csv|pub\?output=csv&single=true)(?:&gid=7)?|token|v4\/spreadsheets\/[\w-]{20,200}(?:[?/].*)?)$/,
    );
  expect(trap.visits()).toBe(0);
});

test('T25 redirects of a sheet to another host are not followed', async () => {
  const sheet = 'redirecting-sheet-0123456789';
  const rows = [['Name'], ['Ada Example']];
  const sandbox = { url: product.platforms.url };
  // The service account, which is tried next, cannot read the sheet either.
  const url = await putSheet(sandbox, sheet, { rows, shared: 'private' });
  const contents = 'doc-0s-sheets.googleusercontent.com';
  const places = [
    ...loopbackHosts.flatMap((host) => [`http://${host}:${trap.port}/x.csv`, `https://${host}:${trap.port}/x.csv`]),
    `//127.0.0.1:${trap.port}/x.csv`,
    `http://${contents}@127.0.0.1:${trap.port}/x.csv`,
    `https://${contents}:${trap.port}/x.csv`,
    `http://${contents}/x.csv`,
    `https://${contents}.127.0.0.1.nip.io:${trap.port}/x.csv`,
    `https://127.0.0.1:${trap.port}/${contents}`,
    'file:///etc/passwd',
    'data:text/csv,Name%0aMallory',
    '',
  ];
  let location = '';
  product.platforms.twist((call, answer) =>
    call.url.startsWith(`/spreadsheets/d/${sheet}/export`)
      ? { ...answer, status: 302, headers: { location: Buffer.from(location).toString('latin1') } }
      : answer,
  );
  for (location of places) {
    await product.resetCallBudget();
    const { status } = await ada.request(fetchGoogleSheet, { query: { url } });
    expect([location, status === 200]).toEqual([location, false]);
  }
  expect(trap.visits()).toBe(0);

  await product.resetCallBudget();
  // A redirect loop on the same host is followed three times.
  const before = product.platforms.receivedCalls.length;
  location = `/spreadsheets/d/${sheet}/export?again`;
  expect((await ada.request(fetchGoogleSheet, { query: { url } })).status).toBe(502);
  const followed = product.platforms.receivedCalls.slice(before).filter(({ url: asked }) => asked.includes('/export'));
  expect([followed.length > 0, followed.length % 4]).toEqual([true, 0]);
  product.platforms.twist((_call, answer) => answer);
  await putSheet(sandbox, sheet, { rows, shared: 'public' });
  expect((await ada.request(fetchGoogleSheet, { query: { url } })).body.data).toMatchObject([{ Name: 'Ada Example' }]);
});
