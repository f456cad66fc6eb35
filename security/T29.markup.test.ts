import { expect as expectOfPlaywright } from '@playwright/test';
import type { Page } from '@playwright/test';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { saveCustomLeads } from '#shared/contracts/customLeads.ts';
import { exportGoogleSheet } from '#shared/contracts/exports.ts';
import { listLeads } from '#shared/contracts/leads.ts';
import { createSheetSync, listSheetSyncs } from '#shared/contracts/sheetSyncs.ts';
import { updateProfile } from '#shared/contracts/users.ts';
import { customLeadKeys } from '#shared/customLeadColumns.ts';
import { pageSizes } from '#shared/limits.ts';
import { platformIds } from '#shared/platforms.ts';
import { postControl, putSheet, submitLead } from '#testing/sandbox/sandboxControl.ts';
import { waitUntil } from '#testing/waitUntil.ts';
import { sendSignIn } from '../e2e/people.ts';
import { openCanaryPage } from './testing/openCanaryPage.ts';
import type { CanaryPage } from './testing/openCanaryPage.ts';
import type { Twist } from './testing/startHostilePlatforms.ts';
import { markup, scriptUrls } from './testing/payloads.ts';
import { startBetweenPlatforms } from './testing/startBetweenPlatforms.ts';
import type { ProductBetweenPlatforms } from './testing/startBetweenPlatforms.ts';
import { newMemberAt } from './testing/strangers.ts';
import type { Member } from './testing/strangers.ts';

const expectPage = expectOfPlaywright.configure({ timeout: 60_000 });

const payloads = [...markup, ...scriptUrls];
const image = '<img src=x onerror=window.canaryFired=1>';

/** Renames all campaigns, ad accounts, Pages and people of platforms to markup. Tabs keep their names, because requests use them. */
const renameAll: Twist = (call, answer) => {
  if (!/json/.test(answer.headers['content-type'] ?? '') || /token|access|spreadsheets/.test(call.url)) return answer;
  const names =
    /"((?:descriptive|campaign_|adset_|adgroup_|advertiser_|ad_|full_)?name|descriptiveName|title)":\s?"[^"\\]*"/g;
  // Questions of a form use the same key, next to their answers.
  const text = answer.body
    .toString()
    .replace(names, (pair, key: string, at: number, whole: string) =>
      whole.startsWith(',"values"', at + pair.length) || /xport|Sheet/.test(pair)
        ? pair
        : `"${key}":${JSON.stringify(image)}`,
    );
  return { ...answer, body: Buffer.from(text) };
};

let product: ProductBetweenPlatforms;
let member: Member;
let browser: CanaryPage;
let page: Page;
beforeAll(async () => {
  product = await startBetweenPlatforms();
  product.platforms.twist(renameAll);
  const sandbox = { url: product.platforms.url };
  await postControl(sandbox, '/facebook/forms', { name: payloads[0] });
  for (const payload of payloads) {
    const answers = { email: payload, phone_number: payload, [payload]: payload };
    await submitLead(sandbox, { platform: 'facebook', fields: { ...answers, full_name: payload } });
    await submitLead(sandbox, { platform: 'tiktok', fields: { ...answers, name: payload } });
  }
  member = await newMemberAt(product.url, ...platformIds);
  await member.request(updateProfile, { body: { name: image } });
  const leads = payloads.map((payload) => Object.fromEntries(customLeadKeys.map((key) => [key, payload])));
  await member.request(saveCustomLeads, {
    body: { leads: leads.map((lead, index) => ({ ...lead, id: String(index) })) },
  });
  const rows = [payloads.map((payload) => payload), ...payloads.map((payload) => payloads.map(() => payload))];
  const url = await putSheet(sandbox, 'markup-in-every-cell-0001', { rows, shared: 'public' });
  const { status } = await member.request(createSheetSync, { body: { url, type: 'meta' } });
  if (status !== 200) throw new Error(`The sheet was refused: ${status}`);
  await member.request(exportGoogleSheet, { body: { data: [{ [image]: image }] } });
  for (const platform of ['facebook', 'tiktok'] as const)
    await waitUntil(
      async () => (await member.request(listLeads[platform], { query: { search: 'canaryFired' } })).body.totalItems > 9,
      { what: `the leads of ${platform}` },
    );
  await waitUntil(async () => (await member.request(listSheetSyncs)).body.data[0]?.lastRun?.state === 'done', {
    what: 'the run of the sheet',
  });
  browser = await openCanaryPage(product.url);
  ({ page } = browser);
  await page.goto('/sign-in');
  await sendSignIn(page, member);
  await page.waitForURL('**/overview');
});
afterAll(async () => {
  try {
    await browser.close();
  } finally {
    await product.stop();
  }
});

const expectHarmless = async (place: string): Promise<void> => {
  expect([place, await browser.fired()]).toEqual([place, []]);
};

/** Opens a screen, waits for the text, and checks that nothing was executed. */
const visit = async (path: string, text: string): Promise<void> => {
  await page.goto(path);
  await expectPage(page.locator('body')).toContainText(text, { timeout: 20_000 });
  await expectHarmless(path);
};

test('T29 markup in names of people, platforms, ad accounts and campaigns is shown as text', async () => {
  await visit('/overview', image);
  for (const platform of platformIds) await visit(`/${platform}`, image);
  await visit('/settings', image);
  const trigger = page.getByRole('button', { name: 'User menu' });
  await trigger.click();
  await expectPage(page.getByRole('presentation').filter({ has: trigger })).toContainText(image);
  await expectHarmless('the user menu');
  await visit('/preview', image);
  expect(await browser.fired()).toEqual([]);
});

test('T29 markup in leads, questions, forms and raw leads is shown as text', async () => {
  const pages = Array.from({ length: Math.ceil(payloads.length / pageSizes.customLeads) }, (_, index) => index + 1);
  const customLeads = pages.map((number) => `/custom-leads?page=${number}`);
  for (const path of ['/leads', '/leads?tab=tiktok', '/old_leads', ...customLeads]) await visit(path, 'canaryFired');
  await page.goto('/old_leads');
  await page.getByRole('button', { name: 'View Lead' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Lead Details' });
  for (let number = 0; number < payloads.length; number += 1) {
    await dialog.getByRole('tab', { name: 'All data' }).click();
    await expectPage(dialog).toContainText('field_data');
    await dialog.getByRole('tab', { name: 'Answers' }).click();
    await expectHarmless(`lead ${number}`);
    await dialog.getByRole('button', { name: 'Next lead' }).click();
  }
  expect(await browser.fired()).toEqual([]);
});

test('T29 markup in URLs, sheets, exports and notifications is shown as text', async () => {
  await visit('/google-sheets', 'markup-in-every-cell');
  await page.getByRole('button', { name: 'Show runs' }).first().click();
  await expectPage(page.getByRole('dialog', { name: 'Runs' })).toContainText('Done');
  await expectHarmless('the runs of a sheet');
  await page.goto('/overview');
  await page.getByRole('button', { name: /^Notifications/ }).click();
  await expectPage(page.getByRole('region', { name: 'List of notifications' })).toContainText('Google Sheet created');
  await expectHarmless('the notifications');
  await page.goto('/custom-leads');
  await page.getByRole('button', { name: 'Exports' }).click();
  await expectPage(
    page.getByRole('dialog', { name: 'Exports' }).getByRole('link', { name: /Open Sheet/ }),
  ).toBeVisible();
  await expectHarmless('the exports');
  for (const payload of payloads) {
    const text = encodeURIComponent(payload);
    for (const path of [`/leads?search=${text}&tab=${text}&page=${text}`, `/preview?since=${text}&platform=${text}`]) {
      await page.goto(path);
      await expectPage(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expectHarmless(path);
    }
  }
  expect(await browser.fired()).toEqual([]);
});
