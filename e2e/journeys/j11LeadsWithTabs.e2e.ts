import * as z from 'zod';
import { exportButton } from '../exports.ts';
import { messageOf, startJourney, stub } from '../journey.ts';
import { waitForLeads } from '../waits.ts';
import { register } from '../people.ts';
import { connect, connectionReads } from '../platforms.ts';
import { tableRows } from '../preview.ts';
import { expect, test } from '../test.ts';
import { isLive } from '../liveEvents.ts';
import { toast } from '../toasts.ts';

const answers = z.object({ 'full name': z.string(), email: z.string(), phone_number: z.string() });
const paging = { page: z.number(), totalPages: z.number(), nextPage: z.number().nullable() };
const listAnswer = z.object({
  ...paging,
  data: z.array(
    z.looseObject({ leadId: z.string(), createdAt: z.string(), updatedAt: z.string(), field_data: answers }),
  ),
});

/** The call of a list. */
const list = (name: 'meta' | 'tiktok', page: number, search = ''): string =>
  `GET /leads/${name}?${new URLSearchParams({ page: String(page), search, limit: '50' })}`;

test('J11 leads with tabs', async ({ page }) => {
  await register(page);
  for (const platform of ['facebook', 'tiktok', 'google'] as const) await connect(page, platform);
  await waitForLeads(page, 'meta', 60);
  await waitForLeads(page, 'tiktok', 3);
  const step = startJourney(page, connectionReads);
  const search = page.getByPlaceholder('Search by name or description...');
  const pages = page.getByRole('navigation', { name: 'Pagination' });

  const opened = await step(
    'the leads of the Facebook forms [S1.LEADS.1] [S2.LEAD.1] [S2.LEAD.2] [S2.LEAD.3] [S2.LEAD.4] [S2.LEAD.5] [S2.LEAD.8] [S2.ROUTE.16] [S3.LEAD.1] [S3.LEAD.2] [S3.LEAD.3] [S3.LEAD.4] [S7.LM.4] [S7.LM.5] [S9.C.13]',
    [list('meta', 1)],
    async () => {
      await page.goto('/leads');
      await expect(page.getByRole('heading', { level: 1, name: 'Leads' })).toBeVisible();
      await expect(page.getByRole('tab')).toHaveText(['Facebook Leads', 'TikTok Leads', 'All leads']);
      await expect(page.getByRole('columnheader')).toHaveText([
        'Name',
        'Email',
        'Phone',
        'Lead Id',
        'created_time',
        'Updated At',
      ]);
      await expect(tableRows(page)).toHaveCount(50);
      await expect(search).toBeVisible();
      await expect(exportButton(page)).toBeEnabled();
    },
  );
  const shown = listAnswer.parse(opened('GET').answer).data;
  await expect(tableRows(page).first().locator('td')).toContainText([
    shown[0]?.field_data['full name'] ?? '',
    shown[0]?.field_data.email ?? '',
    shown[0]?.field_data.phone_number ?? '',
    shown[0]?.leadId ?? '',
  ]);

  await step('the second page [S7.LM.1] [S7.LM.3]', [list('meta', 2)], async () => {
    await pages.getByRole('button', { name: 'Page 2' }).click();
    await expect(tableRows(page)).toHaveCount(10);
  });

  const name = shown[7]?.field_data['full name'] ?? '';
  let lastKeyAt = 0;
  const found = await step(
    'a name, typed without a pause [S2.LEAD.9] [S7.LM.2] [S9.C.18]',
    [list('meta', 1, name)],
    async () => {
      await search.pressSequentially(name.slice(0, -1));
      lastKeyAt = Date.now();
      await search.press(name.slice(-1));
      await expect(tableRows(page).first()).toContainText(name);
      await expect(pages.getByRole('button', { name: 'Page 1', exact: true })).toHaveAttribute('aria-current', 'page');
    },
  );
  expect(found('GET').sentAt - lastKeyAt).toBeGreaterThanOrEqual(1000);
  const matching = listAnswer.parse(found('GET').answer).data;
  expect(matching.map(({ leadId }) => leadId)).toContain(shown[7]?.leadId);
  for (const lead of matching) expect(JSON.stringify(lead.field_data)).toContain(name);
  await expect(tableRows(page)).toHaveCount(matching.length);

  await step('a name without leads [S2.LEAD.7] [S5.EXP.1]', [list('meta', 1, 'zzz-nobody')], async () => {
    await search.fill('zzz-nobody');
    await expect(page.getByText('No data available', { exact: true })).toBeVisible();
    await expect(exportButton(page)).toBeDisabled();
  });

  await step('the leads of TikTok [S1.LEADS.2] [S7.LT.4]', [list('tiktok', 1)], async () => {
    await page.getByRole('tab', { name: 'TikTok Leads' }).click();
    await expect(tableRows(page)).toHaveCount(3);
  });

  await step('the fifth of ten pages [S2.LEAD.6] [S9.C.19]', [list('meta', 5)], async () => {
    const fifth = { page: 5, totalPages: 10, totalItems: 500, nextPage: 6 };
    const unstub = await stub(page, '/leads/meta', 200, { success: true, data: shown, ...fifth });
    await page.goto('/leads?page=5');
    await expect(tableRows(page)).toHaveCount(50);
    await expect(pages).toContainText('1…34567…10');
    await unstub();
  });

  const exported = await step(
    'the export of the rows on the screen [S7.EXP.5] [S7.EXP.6]',
    [list('meta', 1), 'POST /ads/export-google-sheet'],
    async () => {
      await page.goto('/leads');
      await expect(tableRows(page)).toHaveCount(50);
      // A page that misses the notification, because it is not live yet, reads its list again.
      await expect(isLive(page)).toBeVisible();
      await exportButton(page).click();
      await expect(page.getByRole('button', { name: 'Open Sheet' })).toBeVisible();
    },
  );
  await expect(toast(page, messageOf(exported('POST')))).toBeVisible();
  expect(exported('POST').body).toEqual({ data: shown });
});
