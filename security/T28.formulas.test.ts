import { afterAll, beforeAll, expect, test } from 'vitest';
import { listCustomLeads, saveCustomLeads } from '#shared/contracts/customLeads.ts';
import { exportGoogleSheet, exportList } from '#shared/contracts/exports.ts';
import type { LeadList } from '#shared/leadLists.ts';
import { listLeads } from '#shared/contracts/leads.ts';
import { createSheetSync } from '#shared/contracts/sheetSyncs.ts';
import { customLeadColumns, customLeadKeys } from '#shared/customLeadColumns.ts';
import { cleanCell } from '#shared/leadFiles/cells/cellText.ts';
import { insightFacts } from '#shared/insights.ts';
import { putSheet, submitLead } from '#testing/sandbox/sandboxControl.ts';
import { waitUntil } from '#testing/waitUntil.ts';
import { sheetOfExport } from './testing/sheetOfExport.ts';
import { formulas } from './testing/payloads.ts';
import { newMemberAt } from './testing/strangers.ts';
import type { Member } from './testing/strangers.ts';
import { startWatchedProduct } from './testing/startWatchedProduct.ts';
import type { WatchedProduct } from './testing/startWatchedProduct.ts';

let product: WatchedProduct;
let member: Member;
beforeAll(async () => {
  product = await startWatchedProduct();
  for (const formula of formulas) {
    const sandbox = { url: product.sandboxUrl };
    const answers = { email: formula, phone_number: formula };
    await submitLead(sandbox, { platform: 'facebook', fields: { ...answers, full_name: formula } });
    await submitLead(sandbox, { platform: 'tiktok', fields: { ...answers, name: formula } });
  }
  member = await newMemberAt(product.url, 'google', 'facebook', 'tiktok');
});
afterAll(() => product.stop());

/** The product removes NUL from all texts. */
const stored = (text: string): string => text.replaceAll('\u0000', '');
const expected = formulas.map(stored);
/** The reader of posted leads drops a byte-order mark at the start of a value. */
const withoutMark = (text: string): string => text.replace(/^\ufeff/, '');

const exportWhole = async (list: LeadList) => {
  const { body } = await member.request(exportList, { body: { list } });
  return sheetOfExport(product.sandboxUrl, member, body.data.id);
};
const columnOf = ({ values }: { values: readonly (readonly unknown[])[] }, title: string): unknown[] => {
  const place = values[0]?.indexOf(title) ?? -1;
  return values.slice(1).map((row) => row[place]);
};

test('T28 a formula in any column of an imported lead or a synced sheet is exported as text', async () => {
  const posted = formulas.map((formula, index) => ({
    ...Object.fromEntries(customLeadKeys.map((key) => [key, formula])),
    id: `${formula} ${index}`,
  }));
  const { status } = await member.request(saveCustomLeads, { body: { leads: posted } });
  expect(status).toBe(200);
  const header = customLeadColumns.map(({ header: title }) => title);
  const rows = [
    header,
    ...formulas.map((formula, index) => header.map((title) => (title === 'id' ? `s${index}` : formula))),
  ];
  const url = await putSheet({ url: product.sandboxUrl }, 'formulas-in-every-cell-0001', { rows, shared: 'public' });
  await member.request(createSheetSync, { body: { url, type: 'google' } });
  const listed = () => member.request(listCustomLeads, { query: { limit: '100' } });
  await waitUntil(async () => (await listed()).body.totalItems === 2 * formulas.length);

  const sheet = await exportWhole('custom');
  expect(sheet.formulas).toEqual([]);
  for (const key of customLeadKeys.filter((each) => each !== 'id')) {
    const shown = (await listed()).body.data.data.map((lead) => lead[key]);
    expect([key, columnOf(sheet, key)]).toEqual([key, shown]);
    expect(shown.toSorted()).toEqual([...expected.map(withoutMark), ...expected.map(cleanCell)].toSorted());
  }
});

test.each(['facebook', 'tiktok'] as const)(
  'T28 a formula that a stranger submits in a %s form is exported as text',
  async (platform) => {
    const listed = () => member.request(listLeads[platform], { query: { limit: '100' } });
    await waitUntil(
      async () => {
        const names = (await listed()).body.data.map(({ field_data: answers }) => answers['full name']);
        return expected.every((formula) => names.includes(formula));
      },
      { what: 'the leads of the form' },
    );
    const leads = (await listed()).body.data;
    const sheet = await exportWhole(platform);
    expect(sheet.formulas).toEqual([]);
    for (const name of ['full name', 'email', 'phone_number'] as const)
      expect([name, columnOf(sheet, name)]).toEqual([name, leads.map((lead) => lead.field_data[name] || undefined)]);
  },
);

test('T28 a formula in posted rows or in their column names is exported as text', async () => {
  const rows = formulas.map((formula) =>
    Object.fromEntries(formulas.map((title, index) => [`${title} ${index}`, formula])),
  );
  const own = await member.request(exportGoogleSheet, { body: { data: rows } });
  const sheet = await sheetOfExport(product.sandboxUrl, member, own.body.data.id);
  expect(sheet.formulas).toEqual([]);
  expect(sheet.values).toEqual([
    expected.map((title, index) => `${title} ${index}`),
    ...expected.map((cell) => expected.map(() => cell)),
  ]);

  const keys = insightFacts.google.columns.map(({ key }) => key);
  const named = formulas.map((formula) => Object.fromEntries(keys.map((key) => [key, formula])));
  const headers = { 'x-export-ref': `google:${Date.now()}` };
  const { body } = await member.request(exportGoogleSheet, { body: { data: named }, headers });
  const typed = await sheetOfExport(product.sandboxUrl, member, body.data.id);
  expect(typed.formulas).toEqual([]);
  expect(typed.values.slice(1)).toEqual(expected.map((cell) => keys.map(() => cell)));
});
