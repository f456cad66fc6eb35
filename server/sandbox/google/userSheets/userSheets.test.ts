import { afterAll, expect, test } from 'vitest';
import * as z from 'zod';
import { startSandbox } from '../../startSandbox.ts';
import { callJson } from '../googleTestClient.ts';
import { privateSheetId, publicSheetId } from './userSheets.ts';

const sandbox = await startSandbox({ port: 0 });
afterAll(() => sandbox.close());

const exportOf = (id: string, query = 'format=csv&gid=0'): Promise<Response> =>
  fetch(`${sandbox.url}/spreadsheets/d/${id}/export?${query}`, { redirect: 'manual' });

test('a public sheet can be stored, read and exported with one redirect', async () => {
  const rows = [
    ['Name', 'Note'],
    ['Ada Example', 'a "quoted", cell\nof two lines'],
  ];
  const id = 'test-sheet-0123456789abc';
  const put = await callJson(`${sandbox.url}/control/sheets/${id}`, {
    method: 'PUT',
    body: { rows, shared: 'public' },
  });
  expect(put.body).toEqual({ id, rows, shared: 'public', url: `${sandbox.url}/spreadsheets/d/${id}/edit` });
  expect((await callJson(`${sandbox.url}/control/sheets/${id}`)).body).toEqual(put.body);

  const hop = await exportOf(id);
  expect(hop.status).toBe(307);
  const content = await fetch(hop.headers.get('location') ?? '');
  expect(content.headers.get('content-type')).toMatch(/^text\/csv/);
  expect(await content.text()).toBe('Name,Note\r\nAda Example,"a ""quoted"", cell\nof two lines"');
});

test('starts with a public sheet of seven leads and 22 columns, and a private sheet that redirects to a sign-in page', async () => {
  const hop = await exportOf(publicSheetId);
  expect((await (await fetch(hop.headers.get('location') ?? '')).text()).split('\r\n')).toHaveLength(8);
  const { body } = await callJson(`${sandbox.url}/control/sheets/${publicSheetId}`);
  const { rows } = z.object({ rows: z.array(z.array(z.string())) }).parse(body);
  expect(rows.map((row) => row.length)).toEqual(Array(8).fill(22));

  const refused = await exportOf(privateSheetId);
  expect([refused.status, refused.headers.get('location')]).toEqual([302, expect.stringContaining('/ServiceLogin?')]);
  const signIn = await fetch(refused.headers.get('location') ?? '');
  expect([signIn.status, signIn.headers.get('content-type')]).toEqual([200, expect.stringContaining('text/html')]);
});

test('refuses unknown sheets and tabs, and invalid bodies', async () => {
  expect((await exportOf('1unknown')).status).toBe(404);
  expect((await exportOf(publicSheetId, 'format=csv&gid=7')).status).toBe(400);
  const bad = await callJson(`${sandbox.url}/control/sheets/x`, {
    method: 'PUT',
    body: { rows: [[1]], shared: 'all' },
  });
  expect([bad.status, JSON.stringify(bad.body)]).toEqual([400, expect.stringContaining('shared')]);
});
