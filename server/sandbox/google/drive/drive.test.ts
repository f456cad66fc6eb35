import { afterAll, expect, test } from 'vitest';
import * as z from 'zod';
import { startSandbox } from '../../startSandbox.ts';
import { grantAccess } from '../googleTestClient.ts';
import { createSheetsTestClient } from '../sheets/sheetsTestClient.ts';

const sandbox = await startSandbox({ port: 0 });
afterAll(() => sandbox.close());
const { access_token: token } = await grantAccess(sandbox.url);
const sheets = createSheetsTestClient(sandbox.url, token);

test('finds a file by its marker until the file is in the trash', async () => {
  const made = await sheets.call('POST', '/drive/v3/files?fields=id,appProperties', {
    name: "Marked 'file'",
    mimeType: 'application/vnd.google-apps.spreadsheet',
    appProperties: { exportId: "e'1" },
  });
  const { id } = z.object({ id: z.string() }).parse(made.body);
  const find = async (q: string): Promise<unknown> =>
    (await sheets.call('GET', `/drive/v3/files?fields=files(id,name)&q=${encodeURIComponent(q)}`)).body;
  const query = String.raw`appProperties has { key='exportId' and value='e\'1' } and trashed = false`;
  expect(await find(query)).toEqual({ files: [{ id, name: "Marked 'file'" }] });
  expect(await find("appProperties has { key='exportId' and value='other' }")).toEqual({ files: [] });
  expect((await sheets.call('GET', `/v4/spreadsheets/${id}?fields=properties.title`)).body).toEqual({
    properties: { title: "Marked 'file'" },
  });
  await sheets.call('PATCH', `/drive/v3/files/${id}`, { trashed: true });
  expect(await find(query)).toEqual({ files: [] });
  expect((await sheets.call('GET', '/drive/v3/files?q=nonsense')).status).toBe(400);
});
