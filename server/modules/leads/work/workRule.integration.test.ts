import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { BulkAction } from '#shared/contracts/leadBulk.ts';
import type { changeLead } from '#shared/contracts/leadWork.ts';
import type { BodyOf } from '#shared/contracts/endpoint.ts';
import { customLeadKeys } from '#shared/customLeadColumns.ts';
import type { CustomLeadValues } from '#shared/customLeadColumns.ts';
import { and, asc, eq, notInArray } from '#server/database/drizzle.ts';
import { leadEntries, leadWork } from '#server/database/schema.ts';
import type { Caller } from '#server/lib/http/Caller.ts';
import { hashSecret } from '#server/lib/ids.ts';
import { undo } from '#server/modules/leads/actions/activity.service.ts';
import { changeLeadsAtOnce } from '#server/modules/leads/actions/bulk/bulk.service.ts';
import { mergeLeads } from '#server/modules/leads/contacts/mergeLeads.ts';
import { unmergeLead } from '#server/modules/leads/contacts/unmergeLead.ts';
import { findCustomLeadId, upsertCustomLeads } from '#server/modules/leads/imported/customLeads.store.ts';
import { upsertLeads } from '#server/modules/leads/store/leads.store.ts';
import { newLead } from '#server/modules/leads/testing/newLead.ts';
import { newColleague } from '#server/modules/users/workspaces/testing/newColleague.ts';
import { startTestApi } from '#testing/api/startTestApi.ts';
import type { TestApi } from '#testing/api/startTestApi.ts';
import { changeWork } from './leadWork.service.ts';
import { readPublicId, toPublicId } from './leadKey.ts';
import type { LeadKey } from './leadKey.ts';
import { orRefused } from './testing/orRefused.ts';
import { changed, merged, separated } from './testing/workModel.ts';
import type { ModelChange, ModelEntry, ModelLead, ModelWork } from './testing/workModel.ts';

let api: TestApi;
let caller: Caller;
let memberNames: Map<string, string>;
let members: string[];
beforeAll(async () => {
  api = await startTestApi();
  const ada = await api.registerUser();
  const bea = await newColleague(api, ada);
  caller = { ...ada, role: 'owner', tokenHash: hashSecret(ada.token) };
  memberNames = new Map([ada, bea].map(({ userId, user }) => [userId, user.name]));
  members = [...memberNames.keys()];
});
afterAll(() => api.close());

const arrivedAt = new Date(Date.UTC(2026, 10, 1, 12));
const start = Date.now();
let steps = 0;
/** Each step happens a second after the previous step. */
const nextAt = (): Date => new Date(start + ++steps * 1000);
const contextAt = (at: Date) => ({ ...api.context, clock: { ...api.context.clock, now: () => at } });

let made = 0;
/** Stores two form leads, and two imported leads with the step Contacted. */
const newLeads = async (): Promise<LeadKey[]> => {
  const { workspaceId } = caller;
  const name = `run-${++made}`;
  const ids = [`${name}-1`, `${name}-2`];
  const empty = Object.fromEntries(customLeadKeys.map((key) => [key, ''])) as CustomLeadValues;
  return api.context.db.transaction(async (tx) => {
    const leads = ids.map((id) => newLead(id, { createdAt: arrivedAt }));
    await upsertLeads(tx, workspaceId, 'facebook', leads, arrivedAt);
    const rows = ids.map((id) => ({ identity: id, values: { ...empty, Name: id, Status: 'Contacted' } }));
    await upsertCustomLeads(tx, workspaceId, rows, { now: arrivedAt, renewUnchanged: false });
    const keys: LeadKey[] = ids.map((leadId) => ({ list: 'facebook', leadId }));
    for (const id of ids) keys.push({ list: 'custom', leadId: (await findCustomLeadId(tx, workspaceId, id)) ?? '' });
    return keys;
  });
};

type Stored = { work: ModelWork; version: number; mergedInto: string | null; entries: ModelEntry[] };

const isOf = (table: typeof leadWork | typeof leadEntries, { list, leadId }: LeadKey) =>
  and(eq(table.workspaceId, caller.workspaceId), eq(table.list, list), eq(table.leadId, leadId));

const read = async (key: LeadKey): Promise<Stored> => {
  const { db } = api.context;
  const [row] = await db.select().from(leadWork).where(isOf(leadWork, key));
  const { kind, note, before, after, at } = leadEntries;
  const entries = await db
    .select({ kind, note, before, after, at })
    .from(leadEntries)
    .where(and(isOf(leadEntries, key), notInArray(kind, ['merged', 'separated'])))
    .orderBy(asc(at), asc(kind));
  return {
    work: {
      status: row?.statusId ?? null,
      assignee: row?.assigneeId ?? null,
      tags: row?.tags ?? [],
      value: row?.currency ? { amount: row.amount ?? 0, currency: row.currency } : null,
      respondedAt: row?.respondedAt?.toISOString() ?? null,
      activeAt: (row?.activeAt ?? arrivedAt).toISOString(),
    },
    version: row?.version ?? 0,
    mergedInto: row?.mergedInto ?? null,
    entries: entries.map((entry) => ({ ...entry, at: entry.at.toISOString() })),
  };
};

const changeOne = async (key: LeadKey, change: ModelChange, at: Date) => {
  const { status, assignee, tags, value, note } = change;
  const given: [string, unknown][] = Object.entries({ statusId: status, assigneeId: assignee, tags, value, note });
  const body: BodyOf<typeof changeLead> = Object.fromEntries(given.filter(([, each]) => each !== undefined));
  const ifMatch = `"${(await read(key)).version}"`;
  return orRefused(changeWork(contextAt(at), caller, toPublicId(key), { change: body, ifMatch, effectId: null }));
};

const changeAtOnce = (keys: readonly LeadKey[], action: BulkAction, at: Date) =>
  orRefused(changeLeadsAtOnce(contextAt(at), caller, { ids: keys.map(toPublicId), action }, null));

const tag = fc.constantFrom('hot', 'cold', 'vip');
const status = fc.constantFrom('new', 'contacted', 'won', 'won', 'lost');
const member = fc
  .constantFrom<0 | 1 | null>(null, 0, 1)
  .map((index) => () => (index === null ? null : (members[index] ?? null)));
const optional = <Value>(each: fc.Arbitrary<Value>) => fc.option(each, { nil: undefined });
const singleChange = fc.record({
  status: optional(status),
  assignee: optional(member),
  tags: optional(fc.uniqueArray(tag)),
  value: optional(fc.constantFrom({ amount: 1200.5, currency: 'EUR' }, { amount: 7, currency: 'USD' }, null)),
  note: optional(fc.constant('Called')),
});
const bulkAction = fc.oneof(
  status.map((statusId) => () => ({ kind: 'status' as const, statusId })),
  member.map((assignee) => () => ({ kind: 'assignee' as const, assigneeId: assignee() })),
  fc
    .record({ add: fc.uniqueArray(tag), remove: fc.uniqueArray(tag) })
    .map((tags) => () => ({ kind: 'tags' as const, ...tags })),
);
type Action = Exclude<BulkAction, { kind: 'delete' }>;

const asChange = (action: Action, own: readonly string[]): ModelChange => {
  if (action.kind === 'status') return { status: action.statusId };
  if (action.kind === 'assignee') return { assignee: action.assigneeId };
  const { add, remove } = action;
  return { tags: [...own.filter((each) => !remove.includes(each)), ...add.filter((each) => !own.includes(each))] };
};

test('equal single changes and bulk actions result in the same work and entries', async () => {
  const pairs = fc.array(fc.tuple(singleChange, bulkAction), { minLength: 1, maxLength: 4 });
  await fc.assert(
    fc.asyncProperty(fc.boolean(), pairs, async (isImported, sequence) => {
      const keys = await newLeads();
      const [single, bulk] = isImported ? keys.slice(2) : keys;
      if (!single || !bulk) throw new Error('too few leads');
      for (const [{ assignee, ...rest }, act] of sequence) {
        const both = { ...rest, assignee: assignee?.() };
        const before = nextAt();
        for (const key of [single, bulk]) await changeOne(key, both, before);
        const [action, at] = [act(), nextAt()];
        await changeOne(single, asChange(action, (await read(single)).work.tags), at);
        await changeAtOnce([bulk], action, at);
        expect(await read(single)).toEqual(await read(bulk));
      }
    }),
    { numRuns: 12 },
  );
});

const index = fc.nat({ max: 3 });
const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('single' as const), lead: index, change: singleChange }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('bulk' as const),
      leads: fc.uniqueArray(index, { minLength: 1 }),
      act: bulkAction,
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('merge' as const), into: index, from: index }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('separate' as const), lead: index }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('undo' as const), activity: fc.nat() }) },
);
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

type Activity = { id: string; before: Map<number, Pick<ModelLead, 'work' | 'entries'>>; isUndone: boolean };
type Model = { keys: LeadKey[]; leads: ModelLead[]; activities: Activity[] };

const leadOf = ({ leads }: Model, place: number): ModelLead => {
  const lead = leads[place];
  if (!lead) throw new Error('no such lead');
  return lead;
};
const keyOf = ({ keys }: Model, place: number): LeadKey => keys[place] ?? { list: 'facebook', leadId: '' };
/** Whether the lead is merged into another lead. */
const isHidden = (model: Model, place: number): boolean => leadOf(model, place).merge?.from === place;

const set = (lead: ModelLead, next: { work: ModelWork; entries: ModelEntry[] }, mark: string): void => {
  lead.work = next.work;
  lead.entries = next.entries;
  lead.history.push(mark);
  if (lead.merge) lead.merge.isChanged = true;
};

const runSingle = async (model: Model, { lead: place, change }: Extract<Step, { kind: 'single' }>, at: Date) => {
  const lead = leadOf(model, place);
  const given = { ...change, assignee: change.assignee?.() };
  const next = isHidden(model, place) ? null : changed(lead, given, { at: at.toISOString(), memberNames });
  const answer = await changeOne(keyOf(model, place), given, at);
  expect(answer !== null).toBe(next !== null);
  if (next && next.entries.length > 0)
    set(lead, { work: next.work, entries: [...lead.entries, ...next.entries] }, 'single');
};

const runBulk = async (model: Model, { leads: places, act }: Extract<Step, { kind: 'bulk' }>, at: Date) => {
  const action = act();
  const before: Activity['before'] = new Map();
  const next = places.flatMap((place) => {
    const lead = leadOf(model, place);
    const change = asChange(action, lead.work.tags);
    const outcome = isHidden(model, place) ? null : changed(lead, change, { at: at.toISOString(), memberNames });
    if (!outcome || outcome.entries.length === 0) return [];
    before.set(place, { work: lead.work, entries: lead.entries });
    return [{ lead, outcome }];
  });
  const done = await changeAtOnce(
    places.map((place) => keyOf(model, place)),
    action,
    at,
  );
  if (places.every((place) => isHidden(model, place))) return expect(done).toBeNull();
  expect(done?.changed).toBe(next.length);
  const id = done?.activityId ?? '';
  for (const { lead, outcome } of next)
    set(lead, { work: outcome.work, entries: [...lead.entries, ...outcome.entries] }, id);
  if (next.length > 0) model.activities.push({ id, before, isUndone: false });
};

const runMerge = async (model: Model, { into, from }: Extract<Step, { kind: 'merge' }>, at: Date) => {
  const [one, other] = [leadOf(model, into), leadOf(model, from)];
  // Other tests cover merges of merged leads.
  if (into === from || one.merge || other.merge) return;
  const [intoKey, fromKey] = [keyOf(model, into), keyOf(model, from)];
  const merge = {
    into: toPublicId(intoKey),
    from: [{ id: toPublicId(fromKey), version: (await read(fromKey)).version }],
  };
  const ifMatch = `"${(await read(intoKey)).version}"`;
  await mergeLeads(contextAt(at), caller, { merge, ifMatch, effectId: null });
  const [before, after] = [one.work, merged(one, other, at.toISOString())];
  one.work = after;
  // A merge changes the version of the lead. A separation restores the version, unless the lead was changed meanwhile.
  one.history.push('merge');
  one.merge = { into, from, before, after, isChanged: false };
  other.merge = one.merge;
};

const runSeparate = async (model: Model, { lead }: Extract<Step, { kind: 'separate' }>, at: Date) => {
  const { merge } = leadOf(model, lead);
  if (!merge) return;
  await unmergeLead(contextAt(at), caller, toPublicId(keyOf(model, lead)));
  const into = leadOf(model, merge.into);
  into.work = separated(into, merge.before, merge.after);
  if (merge.isChanged) into.history.push('separated');
  else into.history.pop();
  delete into.merge;
  delete leadOf(model, merge.from).merge;
};

const runUndo = async (model: Model, { activity: given }: Extract<Step, { kind: 'undo' }>, at: Date) => {
  const open = model.activities.filter(({ isUndone }) => !isUndone);
  const activity = open[given % open.length];
  if (!activity) return;
  const same = [...activity.before].filter(([place]) => {
    const isLatest = leadOf(model, place).history.at(-1) === activity.id;
    return isLatest && !isHidden(model, place);
  });
  const answer = await orRefused(undo(contextAt(at), caller, activity.id));
  const left = activity.before.size - same.length;
  if (same.length === 0) return expect(answer).toBeNull();
  expect(answer?.undone).toMatchObject({ restored: same.length, left });
  activity.isUndone = true;
  for (const [place, before] of same) {
    const lead = leadOf(model, place);
    Object.assign(lead, before);
    lead.history.pop();
    if (lead.merge) lead.merge.isChanged = true;
  }
};

const run = (model: Model, given: Step): Promise<unknown> => {
  const at = nextAt();
  if (given.kind === 'single') return runSingle(model, given, at);
  if (given.kind === 'bulk') return runBulk(model, given, at);
  if (given.kind === 'merge') return runMerge(model, given, at);
  if (given.kind === 'separate') return runSeparate(model, given, at);
  return runUndo(model, given, at);
};

const inOrder = (entries: readonly ModelEntry[]): ModelEntry[] =>
  entries.toSorted((one, other) => `${one.at}${one.kind}`.localeCompare(`${other.at}${other.kind}`));

test('random changes, actions, merges, separations and undos result in the work and entries of the model', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 10 }), async (sequence) => {
      const keys = await newLeads();
      const untouched = { status: null, assignee: null, tags: [], value: null, respondedAt: null };
      const leads = keys.map(({ list }): ModelLead => ({
        work: { ...untouched, activeAt: arrivedAt.toISOString() },
        entries: [],
        arrived: list === 'custom' ? 'contacted' : 'new',
        history: [],
      }));
      const model: Model = { keys, leads, activities: [] };
      for (const given of sequence) {
        await run(model, given);
        for (const [place, key] of keys.entries()) {
          const { work, entries, mergedInto } = await read(key);
          const lead = leadOf(model, place);
          expect({ given, work, entries: inOrder(entries) }).toEqual({
            given,
            work: lead.work,
            entries: inOrder(lead.entries),
          });
          expect(mergedInto && readPublicId(mergedInto)).toEqual(
            isHidden(model, place) && lead.merge ? keyOf(model, lead.merge.into) : null,
          );
        }
      }
    }),
    { numRuns: 20 },
  );
}, 120_000);
