import { afterAll, beforeAll, expect, test } from 'vitest';
import { fetchGoogleSheet } from '#shared/contracts/customLeads.ts';
import { createSheetSync, listSheetSyncs } from '#shared/contracts/sheetSyncs.ts';
import { messages } from '#shared/messages.ts';
import { hostileAddresses } from '#server/providers/spreadsheets/testing/hostileAddresses.ts';
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
  trap = await setTrap();
  product = await startBetweenPlatforms();
  ada = await newMemberAt(product.url);
});
afterAll(async () => {
  await product.stop();
  await trap.close();
});

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
