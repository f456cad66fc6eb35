import * as z from 'zod';
import { exportButton } from '../exports.ts';
import { hold, messageOf, startJourney, stub } from '../journey.ts';
import { waitForLeads } from '../waits.ts';
import { register } from '../people.ts';
import { connect, connectionReads } from '../platforms.ts';
import { tableRows } from '../preview.ts';
import { expect, test } from '../test.ts';
import { toast } from '../toasts.ts';

const list = 'GET /ads/facebook/leads';
const formLead = z.looseObject({
  id: z.string(),
  pageId: z.string(),
  formId: z.string(),
  formName: z.string(),
  created_time: z.string(),
  field_data: z.array(z.object({ name: z.string(), values: z.array(z.string()) })),
});
const listAnswer = z.object({
  data: z.object({
    data: z.array(formLead),
    page: z.literal(1),
    totalPages: z.literal(1),
    nextPage: z.null(),
  }),
});

test('J12 Meta leads', async ({ page, faults }) => {
  await register(page);
  for (const platform of ['facebook', 'google'] as const) await connect(page, platform);
  await waitForLeads(page, 'meta', 60);
  const step = startJourney(page, connectionReads);
  const dialog = page.getByRole('dialog', { name: 'Lead Details' });

  const opened = await step(
    'all leads of the forms [S1.LEADS.3] [S2.META.1] [S2.META.2] [S2.META.3] [S2.META.7] [S2.META.11] [S2.ROUTE.15] [S3.MLEAD.1] [S3.MLEAD.2] [S7.FL.1] [S7.FL.3]',
    [list],
    async () => {
      const release = await hold(page, '/ads/facebook/leads');
      await page.goto('/old_leads');
      await expect(page.getByText('Loading leads')).toBeAttached();
      release();
      await expect(page.getByRole('heading', { level: 1, name: 'Leads' })).toBeVisible();
      await expect(page.getByRole('columnheader')).toHaveText([
        'Name',
        'Email',
        'Phone',
        'form Name',
        'page Id',
        'form Id',
        'Lead Id',
        'created_time',
        'Action',
      ]);
      await expect(page.getByRole('button', { name: 'View Lead' })).toHaveCount(50);
    },
  );
  const leads = listAnswer.parse(opened(list).answer).data.data;
  expect(leads).toHaveLength(60);
  const [lead] = leads;
  if (!lead) throw new Error('There are no leads');

  const answer = lead.field_data.find(({ name }) => name === 'email')?.values[0] ?? '';
  await step('the raw lead [S2.META.8] [S2.META.9]', [], async () => {
    await page.getByRole('button', { name: 'View Lead' }).first().click();
    for (const key of ['pageId', 'formId', 'formName', 'id', 'created_time', 'field_data'])
      await expect(dialog.getByText(new RegExp(`^${key}:?$`))).toBeVisible();
    await expect(dialog.getByText(lead.id)).toBeVisible();
    await expect(dialog.getByText(answer)).toBeVisible();
  });

  await step('its answers folded and unfolded, then closed [S2.META.10] [S9.D.4]', [], async () => {
    const node = dialog.getByText(/^field_data:?$/);
    await node.click();
    await expect(dialog.getByText(answer)).toHaveCount(0);
    await node.click();
    await expect(dialog.getByText(answer)).toBeVisible();
    await dialog.getByRole('button', { name: 'Close' }).click();
    await expect(dialog).toHaveCount(0);
  });

  await step('names of questions in any spelling [S2.META.4] [S2.META.5] [S2.META.6]', [list], async () => {
    const fieldData = [
      { name: 'Full Name', values: ['Anna Example', 'Berta Example'] },
      { name: 'email', values: ['anna@example.test'] },
      { name: 'PHONE NUMBER', values: ['+351 210 000 000'] },
      { name: 'city', values: ['Lisbon'] },
    ];
    const paging = { page: 1, totalPages: 1, totalItems: 1, nextPage: null, success: true };
    const data = [{ ...lead, field_data: fieldData }];
    const unstub = await stub(page, '/ads/facebook/leads', 200, { ...paging, data: { ...paging, data } });
    await page.reload();
    await expect(tableRows(page)).toHaveCount(1);
    await expect(tableRows(page).locator('td').nth(0)).toHaveText('Anna Example');
    await expect(tableRows(page).locator('td').nth(1)).toHaveText('anna@example.test');
    await expect(tableRows(page).locator('td').nth(2)).toHaveText('+351 210 000 000');
    await expect(page.getByText(/Lisbon|Berta/)).toHaveCount(0);
    await unstub();
  });

  const exported = await step(
    'the export of all of them [S7.EXP.1] [S8.EXP.4]',
    [list, 'POST /ads/export-google-sheet'],
    async () => {
      await page.reload();
      await expect(tableRows(page)).toHaveCount(50);
      await exportButton(page).click();
      await expect(page.getByRole('button', { name: 'Open Sheet' })).toBeVisible();
    },
  );
  await expect(toast(page, messageOf(exported('POST')))).toBeVisible();
  expect(exported('POST').body).toEqual({ data: leads });

  await step('no leads [S2.META.12]', [list], async () => {
    const paging = { page: 1, totalPages: 1, totalItems: 0, nextPage: null, success: true };
    const unstub = await stub(page, '/ads/facebook/leads', 200, { ...paging, data: { ...paging, data: [] } });
    await page.reload();
    await expect(page.getByText('No data available', { exact: true })).toBeVisible();
    await expect(exportButton(page)).toBeDisabled();
    await unstub();
  });

  await step('a failure that is only logged to the console [S8.META.1]', [`${list} 500`], async () => {
    faults.allow(/500/);
    const complaint = page.waitForEvent('console', (message) => /facebook\/leads: status 500/.test(message.text()));
    await stub(page, '/ads/facebook/leads', 500, { success: false, message: 'Asleep' });
    await page.reload();
    await complaint;
    await expect(page.getByText('No data available', { exact: true })).toBeVisible();
    await expect(page.locator('[data-sonner-toast]')).toHaveCount(0);
  });
});
