import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { pageOf } from '#client/testing/leadRows.ts';
import { buildUser, renderApp } from '#client/testing/renderApp.tsx';
import { expectConsoleError, fakeServer, setUpFakeServer } from '#client/testing/useFakeServer.ts';
import { listWorkedLeads } from '#shared/contracts/leadWork.ts';
import type { WorkedLead } from '#shared/contracts/leadWork.ts';
import { getResponseGoal, getResponseTimes, saveResponseGoal } from '#shared/contracts/responses.ts';
import { messages } from '#shared/messages.ts';
import type { ResponseGoal } from '#shared/responseGoal.ts';
import { serveWork } from '../testing/serveWork.ts';

setUpFakeServer();

const user = buildUser({ facebook: true });
const minuteMs = 60_000;
const ago = (minutes: number): string => new Date(Date.now() - minutes * minuteMs).toISOString();

const buildWaiting = (name: string, changes: Partial<WorkedLead>): WorkedLead => ({
  id: `facebook:${name}`,
  list: 'facebook',
  name,
  email: '',
  phone: '',
  isTest: false,
  formId: null,
  formName: null,
  campaignId: null,
  campaignName: null,
  createdAt: ago(0),
  statusId: 'new',
  assigneeId: null,
  tags: [],
  value: null,
  respondedAt: null,
  activeAt: ago(0),
  version: 0,
  ...changes,
});

const serve = (leads: readonly WorkedLead[], goal: ResponseGoal = { minutes: 60, officeHours: null }) => {
  const server = fakeServer();
  serveWork(server);
  server.on(listWorkedLeads, () => pageOf([...leads], 1, 50));
  server.on(getResponseGoal, () => ({ data: { ...goal, since: ago(60 * 24 * 7) } }));
};

const openList = (query = '') => renderApp({ path: `/leads?tab=all${query}`, user });
const markOf = async (name: string) => {
  const line = (await screen.findByRole('button', { name })).closest('tr');
  return line?.querySelector('[data-column=response]')?.textContent;
};

test('lists waiting and overdue leads, and the first response times', async () => {
  serve([
    buildWaiting('Fresh', { createdAt: ago(25.5) }),
    buildWaiting('Late', { createdAt: ago(125.5) }),
    buildWaiting('Answered', { createdAt: ago(300), respondedAt: ago(280) }),
    buildWaiting('Imported', { list: 'custom', createdAt: ago(500) }),
  ]);
  await openList();
  await waitFor(async () => expect(await markOf('Late')).toMatch(/^Overdue 2 h [45] min$/));
  expect(await markOf('Fresh')).toMatch(/^Waiting 2[45] min$/);
  expect(await markOf('Answered')).toBe('After 20 min');
  expect(await markOf('Imported')).toBe('-');
});

test('requests overdue leads, and keeps the filter in the address', async () => {
  serve([]);
  const { actor } = await openList();
  await actor.click(await screen.findByRole('button', { name: 'Filter by response' }));
  await actor.click(screen.getByRole('checkbox', { name: 'Overdue' }));
  await waitFor(() => expect(fakeServer().calls(listWorkedLeads).at(-1)?.query).toMatchObject({ response: 'overdue' }));
  expect(window.location.search).toBe('?response=overdue&tab=all');
});

test('shows response times with their sample sizes, also by person', async () => {
  serve([]);
  fakeServer().on(getResponseTimes, ({ query }) => ({
    data: {
      range: { since: query['since'] ?? '', until: query['until'] ?? '' },
      since: ago(1000),
      total: { answered: 12, unanswered: 3, median: 1500, p90: 9000 },
      rows:
        query['by'] === 'person'
          ? [{ id: null, name: null, answered: 12, unanswered: null, median: 1500, p90: 9000 }]
          : [{ id: '6', name: 'Test drive', answered: 0, unanswered: 3, median: null, p90: null }],
    },
  }));
  const { actor } = await openList();
  await actor.click(await screen.findByRole('button', { name: 'Response times' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Response Times' }));
  const line = async (name: RegExp) => (await dialog.findByRole('row', { name })).textContent;
  expect(await line(/^Test drive/)).toBe('Test drive03--');
  expect(await line(/^All leads/)).toBe('All leads12325 min2 h 30 min');
  await actor.click(dialog.getByRole('button', { name: 'Person' }));
  expect(await line(/^A former member/)).toBe('A former member12-25 min2 h 30 min');
});

test('saves the goal in Settings, and shows validation errors at the fields', async () => {
  serve([]);
  fakeServer().on(saveResponseGoal, ({ body }) => ({
    message: messages.responses.saved,
    data: { ...(body as ResponseGoal), since: ago(0) },
  }));
  const { actor } = await renderApp({ path: '/settings', user });
  await actor.click(await screen.findByRole('button', { name: 'Set Goal' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'First Response' }));
  const minutes = await dialog.findByLabelText('Minutes until the first response');
  expect(minutes).toHaveValue('60');
  await actor.clear(minutes);
  await actor.type(minutes, '0');
  await actor.click(dialog.getByRole('checkbox', { name: 'Only office hours count' }));
  for (const day of ['Mon', 'Tue', 'Wed', 'Thu', 'Fri']) await actor.click(dialog.getByRole('checkbox', { name: day }));
  await actor.click(dialog.getByRole('button', { name: 'Save' }));
  expect(dialog.getByText(messages.responses.invalidMinutes)).toBeVisible();
  expect(dialog.getByText(messages.responses.noDays)).toBeVisible();
  expect(fakeServer().calls(saveResponseGoal)).toEqual([]);
  await actor.clear(minutes);
  await actor.type(minutes, '45');
  await actor.click(dialog.getByRole('checkbox', { name: 'Sat' }));
  await actor.selectOptions(dialog.getByLabelText('Time zone'), 'Europe/Berlin');
  await actor.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText(messages.responses.saved)).toBeVisible();
  expect(fakeServer().calls(saveResponseGoal)[0]?.body).toEqual({
    minutes: 45,
    officeHours: { days: [6], opens: '09:00', closes: '17:00', timeZone: 'Europe/Berlin' },
  });
});

test('offers a retry for a goal that cannot be loaded', async () => {
  expectConsoleError(/500/);
  serve([]);
  fakeServer().on(getResponseGoal, () => ({ status: 500, body: { success: false, message: 'No luck' } }));
  const { actor } = await renderApp({ path: '/settings', user });
  await actor.click(await screen.findByRole('button', { name: 'Set Goal' }));
  expect(await screen.findByText('No luck')).toBeVisible();
  serve([]);
  await actor.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByLabelText('Minutes until the first response')).toHaveValue('60');
});

test('marks a lead as overdue while it is on screen', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  serve([buildWaiting('Fresh', { createdAt: ago(59.2) })]);
  await openList();
  await waitFor(async () => expect(await markOf('Fresh')).toMatch(/^Waiting 5[89] min$/));
  await act(() => vi.advanceTimersByTimeAsync(2 * minuteMs));
  expect(await markOf('Fresh')).toMatch(/^Overdue 1 h/);
});

test('counts the seconds of a new lead', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  serve([buildWaiting('New', {})]);
  await openList();
  const seconds = async (): Promise<number> => Number(/^Waiting (\d+) s$/.exec((await markOf('New')) ?? '')?.[1]);
  await waitFor(async () => expect(await seconds()).toBeGreaterThanOrEqual(0));
  const before = await seconds();
  await act(() => vi.advanceTimersByTimeAsync(5_000));
  expect(await seconds()).toBeGreaterThanOrEqual(before + 5);
});
afterEach(() => {
  vi.useRealTimers();
});
