import { setTimeout } from 'node:timers/promises';
import { changeLeads } from '#shared/contracts/leadBulk.ts';
import type { BulkAction } from '#shared/contracts/leadBulk.ts';
import { changeLead, listWorkedLeads } from '#shared/contracts/leadWork.ts';
import type { ResponseOf } from '#shared/contracts/endpoint.ts';
import type { WorkedLead } from '#shared/contracts/leadWork.ts';
import type { User } from '#shared/contracts/users.ts';
import { createView } from '#shared/contracts/views.ts';
import { pageSizes } from '#shared/limits.ts';
import type { DatedWork } from './dateWork.ts';
import { callOrThrow } from './call.ts';
import type { Call } from './call.ts';

type Status = 'new' | 'contacted' | 'qualified' | 'won' | 'lost' | 'junk';
type Outcome = { status: Status; note?: string; amount?: number };

/** What has become of the newer leads, in turn. */
const outcomes: readonly Outcome[] = [
  { status: 'qualified', note: 'Wants an offer for two, delivery in May' },
  { status: 'contacted', note: 'No answer, tried twice' },
  { status: 'won', note: 'Signed', amount: 1480 },
  { status: 'lost', note: 'Has bought elsewhere' },
  { status: 'new' },
  { status: 'contacted', note: 'Asked to be called on Monday' },
  { status: 'qualified', note: 'Test drive agreed' },
  { status: 'junk', note: 'The number does not exist' },
  { status: 'contacted' },
  { status: 'won', note: 'Paid the deposit', amount: 2290.5 },
  { status: 'qualified' },
];

/** What has become of the older leads, in turn. */
const formerStatuses: readonly Status[] = [
  'lost',
  'qualified',
  'lost',
  'won',
  'junk',
  'lost',
  'qualified',
  'contacted',
];

/** Minutes until the first response, in turn. */
const delays = [6, 14, 35, 9, 52, 21, 95, 12, 240, 28, 600, 17, 44];

/** The newest leads, which nobody has touched yet, and those after them that have a story. */
const [untouched, told] = [6, 70];

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

const at = <Item>(items: readonly Item[], index: number): Item => {
  const item = items[index % items.length];
  if (item === undefined) throw new Error('There are no items');
  return item;
};

const listAll = async (call: Call, token: string): Promise<WorkedLead[]> => {
  const all: WorkedLead[] = [];
  let page: number | null = 1;
  while (page !== null) {
    const query: Record<string, string> = { page: String(page), limit: String(pageSizes.maximum) };
    const answer: ResponseOf<typeof listWorkedLeads> = await callOrThrow(call, listWorkedLeads, { token, query });
    all.push(...answer.data);
    page = answer.nextPage;
  }
  return all;
};

/** Waits for the first read of the lead forms. Its end is not announced, so the count has to stay the same. */
const waitForLeads = async (call: Call, token: string): Promise<WorkedLead[]> => {
  let known: WorkedLead[] = [];
  for (let tries = 0; tries < 40; tries += 1) {
    const leads = await listAll(call, token);
    if (leads.length > 0 && leads.length === known.length) return leads;
    known = leads;
    await setTimeout(500);
  }
  return known;
};

/** One person calls a lead, and decides later. */
const workOn = async (
  call: Call,
  { token, _id }: User,
  { id, version }: WorkedLead,
  outcome: Outcome,
): Promise<void> => {
  const { status, note, amount } = outcome;
  let shown = version;
  const change = async (body: unknown): Promise<void> => {
    const { data } = await callOrThrow(call, changeLead, { token, id, version: shown, body });
    shown = data.version;
  };
  await change({ assigneeId: _id });
  if (status === 'new') return;
  await change({ statusId: 'contacted', ...(note === undefined ? {} : { note }) });
  if (status !== 'contacted')
    await change({ statusId: status, ...(amount ? { value: { amount, currency: 'EUR' } } : {}) });
};

/** Works on the collected leads as a team does. @returns when it should have happened */
export const workOnLeads = async (call: Call, team: readonly User[]): Promise<DatedWork[]> => {
  const { token, _id: ownerId } = at(team, 0);
  const leads = (await waitForLeads(call, token)).slice(untouched);
  const dated: DatedWork[] = [];
  const date = ({ id, createdAt }: WorkedLead, index: number): void => {
    const first = Date.parse(createdAt) + at(delays, index) * minuteMs;
    dated.push({ id, first, last: first + (1 + (index % 4)) * dayMs });
  };
  for (const [index, lead] of leads.slice(0, told).entries()) {
    const outcome = at(outcomes, index);
    await workOn(call, at(team, index), lead, outcome);
    if (outcome.status !== 'new') date(lead, index);
  }
  const older = leads.slice(told);
  older.forEach(date);
  const changeMany = async (ids: readonly string[], action: BulkAction): Promise<void> => {
    if (ids.length > 0) await callOrThrow(call, changeLeads, { token, body: { ids, action } });
  };
  for (const statusId of new Set(formerStatuses))
    await changeMany(
      older.filter((_lead, index) => at(formerStatuses, index) === statusId).map(({ id }) => id),
      { kind: 'status', statusId },
    );
  await changeMany(
    leads.slice(0, 5).map(({ id }) => id),
    { kind: 'tags', add: ['spring offer'], remove: [] },
  );
  for (const [name, query] of [
    ['Waiting too long', 'tab=all&response=overdue'],
    ['Mine', `tab=all&assignee=${ownerId}`],
  ])
    await callOrThrow(call, createView, {
      token,
      body: { screen: 'leads', name, query, isShared: false, isDefault: false },
    });
  return dated;
};
