import { afterEach, expect, test, vi } from 'vitest';
import { serveCustomLeads, openCustomLeads, button } from '#client/testing/openCustomLeads.ts';
import { setUpFakeServer } from '#client/testing/useFakeServer.ts';
import { customLeadKeys } from '#shared/customLeadColumns.ts';
import { readLiteralCsv } from '#client/lib/csv/readLiteralCsv.ts';

setUpFakeServer();
afterEach(() => {
  vi.restoreAllMocks();
});

test('the sample file has the 22 headers and importable rows [S2.CUST.6] [S3.CL.9]', async () => {
  serveCustomLeads();
  const saved: { name: string; content: Blob }[] = [];
  let content = new Blob();
  vi.spyOn(URL, 'createObjectURL').mockImplementation((object) => {
    if (object instanceof Blob) content = object;
    return 'blob:sample';
  });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    saved.push({ name: this.download, content });
  });
  const { actor } = await openCustomLeads();
  await actor.click(button('Download Sample CSV'));
  expect(saved.map(({ name }) => name)).toEqual(['sample.csv']);
  const text = (await saved[0]?.content.text()) ?? '';
  expect(text.split('\n')[0]).toBe(
    'Number,Name,Email Address,ad_id,Status,Project,id,created_time,ad_name,adset_id,adset_name,campaign_id,campaign_name,form_id,form_name,is_organic,platform,Unit Type,Would you like to be contacted by a sales advisor?,country,Starting price,UNIX',
  );
  const { rows, widestLine } = readLiteralCsv(text, { columns: 22, maxRows: 100 });
  const valuesOf = (key: (typeof customLeadKeys)[number]) => rows.map((row) => row[customLeadKeys.indexOf(key)]);
  expect(widestLine).toBe(22);
  expect(text).not.toContain('"');
  expect(rows.flat()).not.toContain('');
  expect(valuesOf('Status')).toEqual(['Accepted', 'Rejected', 'Waiting']);
  for (const key of ['ad_id', 'adset_id', 'campaign_id', 'form_id', 'id'] as const)
    for (const id of valuesOf(key)) expect(id).toMatch(/^\d{5,11}$/);
  for (const phone of valuesOf('Number')) expect(phone).toMatch(/^\+\d{1,2} \d+ /);
  expect(new Set(valuesOf('platform'))).toEqual(new Set(['fb', 'ig']));
  expect(new Set(valuesOf('is_organic'))).toEqual(new Set(['TRUE', 'FALSE']));
  expect(valuesOf('EmailAddress').every((address) => address?.endsWith('@example.test'))).toBe(true);
});
