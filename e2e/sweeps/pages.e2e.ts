import type { Locator, Page } from '@playwright/test';
import { saveCustomLeads } from '#shared/contracts/customLeads.ts';
import { apiBase } from '#shared/contracts/endpoint.ts';
import { routes } from '#shared/routes.ts';
import { phone } from '../layout.ts';
import { leadRows } from '../leads.ts';
import { waitForLeads } from '../waits.ts';
import { newPerson, register, storedUser } from '../people.ts';
import { connect } from '../platforms.ts';
import { tableRows } from '../preview.ts';
import { expect, test } from '../test.ts';

test('every screen path loads, and other paths return 404 [S2.ROUTE.1] [S2.ROUTE.20]', async ({ request }) => {
  for (const { path } of Object.values(routes)) expect([path, (await request.get(path)).status()]).toEqual([path, 200]);
  expect((await request.get('/no-such-page')).status()).toBe(404);
});

test('on the narrowest phone no button or link sticks out of its card', async ({ page, faults }) => {
  // The live leads of Facebook need its connection.
  faults.allow(/\/old_leads: .*403/);
  await register(page);
  await page.setViewportSize({ width: 320, height: 640 });
  for (const { path, access } of Object.values(routes)) {
    if (access !== 'user') continue;
    await page.goto(path);
    await expect(page.locator('h1')).toBeVisible();
    const sticksOut = () =>
      page.locator('main section :is(a, button):not(table *)').evaluateAll((elements) =>
        elements
          .filter((element) => {
            const card = element.closest('section')?.getBoundingClientRect();
            return card !== undefined && element.getBoundingClientRect().right > card.right;
          })
          .map((element) => element.textContent),
      );
    await expect.poll(sticksOut, { message: path }).toEqual([]);
  }
});

test('a scrolled table keeps its header, its first column and its actions visible', async ({ page }) => {
  await register(page);
  await connect(page, 'facebook');
  await waitForLeads(page, 'meta', 60);
  await page.setViewportSize({ width: 768, height: 800 });
  await page.goto(routes.oldLeads.path);
  await expect(tableRows(page)).toHaveCount(50);
  const table = page.getByRole('grid', { name: 'Facebook leads' }).locator('..');
  await table.evaluate((region) => region.scrollTo({ top: region.scrollHeight, left: region.scrollWidth / 3 }));
  await expect(tableRows(page).last()).toBeInViewport();
  await expect(page.getByRole('columnheader', { name: 'Name', exact: true })).toBeInViewport({ ratio: 1 });
  await expect(tableRows(page).last().locator('td').first()).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole('button', { name: 'View Lead' }).last()).toBeInViewport({ ratio: 1 });

  await page.getByRole('button', { name: 'Next', exact: true }).click();
  await expect(tableRows(page)).toHaveCount(10);
  await expect.poll(() => table.evaluate((region) => region.scrollTop)).toBe(0);
});

/** Right-to-left texts whose beginning is cut off. */
const cutBeginnings = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const cut: string[] = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      const text = node.nodeValue ?? '';
      const first = text.search(/[\u0590-\u06ff]/);
      if (first === -1 || !node.parentElement?.checkVisibility()) continue;
      const range = document.createRange();
      range.setStart(node, first);
      range.setEnd(node, first + 1);
      const { left, right } = range.getBoundingClientRect();
      const frames = ['.truncate', 'ul'].map((frame) => node.parentElement?.closest(frame)?.getBoundingClientRect());
      if (frames.some((frame) => frame && (right > frame.right + 1 || left < frame.left - 1))) cut.push(text);
    }
    return cut;
  });

test('on a phone, lists, cards, titles and menus show the beginning of Arabic and Hebrew names', async ({ page }) => {
  const [arabic, hebrew] = [
    'محمد عبد الرحمن بن أحمد الطويل من مدينة الدار البيضاء في المغرب',
    'יוסף בן אברהם הכהן לבית לוי מירושלים עיר הקודש והבירה',
  ] as const;
  const { email } = await register(page, { ...newPerson(), name: arabic });
  const { token } = await storedUser(page);
  const answer = await page.request.post(`${apiBase}${saveCustomLeads.path}`, {
    headers: { authorization: `Bearer ${token}` },
    data: {
      leads: [arabic, hebrew].map((Name, index) => ({
        Name,
        Number: '+49 171 2345678',
        EmailAddress: `${index}@example.test`,
      })),
    },
  });
  expect(answer.ok()).toBe(true);
  await page.setViewportSize(phone);
  const expectBeginnings = async (what: string, shown: Locator): Promise<void> => {
    await expect(shown).toBeVisible();
    expect(await cutBeginnings(page), what).toEqual([]);
  };
  await page.goto(`${routes.leads.path}?tab=all`);
  const first = leadRows(page).getByRole('button', { name: arabic });
  await expectBeginnings('list', first);
  await first.click();
  const lead = page.getByRole('dialog', { name: 'Lead' });
  await expectBeginnings('panel', lead.getByRole('button', { name: hebrew }));
  await page.goto(`${routes.leads.path}?tab=all&as=board`);
  await expectBeginnings('board', page.getByRole('button', { name: arabic }));
  await page.getByRole('button', { name: 'User menu' }).click();
  await expectBeginnings('menu', page.getByText(email));
  await page.goto(routes.customLeads.path);
  await expectBeginnings('custom leads', leadRows(page, 'Custom leads').first());
  await page.goto(routes.settings.path);
  await expectBeginnings('members', page.getByRole('list', { name: 'Members' }));
});
