import { routes } from '#shared/routes.ts';
import { messages } from '#shared/messages.ts';
import { waitForLeads } from './waits.ts';
import { fillRegistration, newPerson, register } from './people.ts';
import { connect } from './platforms.ts';
import { isLive } from './liveEvents.ts';
import { expect, test } from './test.ts';

test('a second person joins by link, works on a lead, and is notified of their removal within a second', async ({
  page,
  browser,
}) => {
  await register(page);
  await connect(page, 'facebook');
  await waitForLeads(page, 'meta', 60);
  await page.goto(routes.settings.path);
  const card = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Workspace', exact: true }) });
  await card.getByLabel('Name', { exact: true }).fill('Analytical Engines');
  await page.keyboard.press('Enter');
  await expect(card.getByRole('button', { name: 'Rename' })).toHaveCount(0);
  await card.getByRole('button', { name: 'Invite' }).click();
  await page.getByRole('dialog', { name: 'Invite' }).getByRole('button', { name: 'Create link' }).click();
  const link = await page
    .getByRole('dialog', { name: 'Invitation link' })
    .getByRole('textbox', { name: 'Link' })
    .inputValue();
  await page.keyboard.press('Escape');
  await expect(card.getByRole('list', { name: 'Invitations' })).toContainText('Link');

  const context = await browser.newContext();
  const guest = await context.newPage();
  await guest.goto(link);
  await expect(guest.getByRole('heading', { name: 'Join Analytical Engines' })).toBeVisible();
  await guest.getByRole('link', { name: 'Create an account' }).click();
  const bea = { ...newPerson(), name: 'Bea Example' };
  await fillRegistration(guest, bea);
  await guest.getByRole('button', { name: 'Register', exact: true }).click();
  await expect(guest).toHaveURL(/\/overview$/);
  await expect(card.getByRole('list', { name: 'Members' })).toContainText(bea.email);

  await guest.goto(routes.settings.path);
  await expect(guest.getByText('You are a member of Analytical Engines.')).toBeVisible();
  await expect(guest.getByRole('button', { name: 'Erase Person' })).toHaveCount(0);
  await expect(guest.getByRole('button', { name: 'Invite' })).toHaveCount(0);
  const told: number[] = [];
  guest.on('websocket', (socket) => {
    socket.on('framereceived', ({ payload }) => {
      if (payload.toString().includes('"workspace_changed"')) told.push(Date.now());
    });
  });
  await guest.goto(routes.leads.path);
  await guest.getByRole('tab', { name: 'All leads' }).click();
  const opener = guest.getByRole('grid', { name: 'All leads' }).locator('tbody').getByRole('button').first();
  await opener.click();
  const lead = guest.getByRole('dialog', { name: 'Lead' });
  await lead.getByLabel('Assignee').selectOption({ label: `${bea.name} (you)` });
  await expect(lead.getByText(/assigned/)).toBeVisible();

  await card.getByRole('button', { name: `Remove ${bea.name}` }).click();
  const removed = page.waitForResponse((response) => response.request().method() === 'DELETE');
  await page.getByRole('dialog').getByRole('button', { name: 'Remove member' }).click();
  expect((await removed).ok()).toBe(true);
  const removedAt = Date.now();
  await expect(guest.getByText(messages.workspaces.wereRemoved('Analytical Engines'))).toBeVisible();
  expect(told.map((at) => at - removedAt).filter((ms) => ms < 1000)).toHaveLength(1);
  await expect(guest).toHaveURL(/\/overview$/);
  await guest.goto(routes.leads.path);
  await expect(guest.getByRole('main')).not.toContainText('Analytical Engines');
  await context.close();
});

test('a person with an account joins, and switches in the user menu by keyboard, in every tab of the browser', async ({
  page,
  browser,
}) => {
  await register(page);
  await page.goto(routes.settings.path);
  await page.getByRole('button', { name: 'Invite' }).click();
  await page.getByRole('dialog', { name: 'Invite' }).getByRole('button', { name: 'Create link' }).click();
  const link = await page
    .getByRole('dialog', { name: 'Invitation link' })
    .getByRole('textbox', { name: 'Link' })
    .inputValue();

  const context = await browser.newContext();
  const guest = await context.newPage();
  const bea = { ...newPerson(), name: 'Bea Example' };
  await register(guest, bea);
  const second = await context.newPage();
  await second.goto(routes.settings.path);
  await expect(isLive(second)).toBeVisible();
  await guest.goto(link);
  await expect(guest.getByText(`You are signed in as ${bea.email}`)).toBeVisible();
  await guest.getByRole('button', { name: 'Join', exact: true }).press('Enter');
  await expect(guest.getByText(messages.workspaces.entered('Ada Example’s workspace'))).toBeVisible();
  await expect(guest).toHaveURL(/\/overview$/);
  await expect(second).toHaveURL(/\/overview$/);

  await guest.getByRole('button', { name: 'User menu' }).focus();
  await guest.keyboard.press('Enter');
  const own = guest.getByRole('button', { name: /^Bea Example’s workspace/ });
  await expect(guest.getByRole('button', { name: /^Ada Example’s workspace/ })).toHaveAttribute('aria-current', 'true');
  await own.focus();
  await guest.keyboard.press('Enter');
  await expect(guest.getByText(messages.workspaces.entered('Bea Example’s workspace'))).toBeVisible();
  await guest.goto(link);
  await expect(guest.getByText(messages.workspaces.invitationInvalid)).toBeVisible();
  await context.close();
});
