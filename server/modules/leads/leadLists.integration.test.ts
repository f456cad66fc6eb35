import { isDeepStrictEqual } from 'node:util';
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listCustomLeads } from '#shared/contracts/customLeads.ts';
import { leadLists, listLeads } from '#shared/contracts/leads.ts';
import type { BulkAction } from '#shared/contracts/leadBulk.ts';
import type { changeLead } from '#shared/contracts/leadWork.ts';
import { getLeadBoard, listWorkedLeads } from '#shared/contracts/leadWork.ts';
import type { BodyOf } from '#shared/contracts/endpoint.ts';
import { customLeadKeys } from '#shared/customLeadColumns.ts';
import type { CustomLeadValues } from '#shared/customLeadColumns.ts';
import { and, eq, gt } from '#server/database/drizzle.ts';
import { leadCounts } from '#server/database/schema.ts';
import { hashSecret } from '#server/lib/ids.ts';
import { undo } from '#server/modules/leads/actions/activity.service.ts';
import { listActivities } from '#server/modules/leads/actions/activities.store.ts';
import { changeLeadsAtOnce } from '#server/modules/leads/actions/bulk/bulk.service.ts';
import { mergeLeads } from '#server/modules/leads/contacts/mergeLeads.ts';
import { unmergeLead } from '#server/modules/leads/contacts/unmergeLead.ts';
import { importPostedLeads } from '#server/modules/leads/imported/customLeads.service.ts';
import { leadIdentity, lockCustomLeads, upsertCustomLeads } from '#server/modules/leads/imported/customLeads.store.ts';
import { findLeftOutRows } from '#server/modules/leads/imported/erasedRows.store.ts';
import { upsertLeads } from '#server/modules/leads/store/leads.store.ts';
import { newLead } from '#server/modules/leads/testing/newLead.ts';
import { changeWork, readWorkedLead } from '#server/modules/leads/work/leadWork.service.ts';
import { toPublicId } from '#server/modules/leads/work/leadKey.ts';
import { orRefused } from '#server/modules/leads/work/testing/orRefused.ts';
import { changed, merged, separated } from '#server/modules/leads/work/testing/workModel.ts';
import type { ModelChange, ModelEntry, ModelWork } from '#server/modules/leads/work/testing/workModel.ts';
import { startTestApi } from '#testing/api/startTestApi.ts';
import type { TestApi, TestPerson } from '#testing/api/startTestApi.ts';
import { chosen, contains, exists, isRepeat, listOf, shown, sortings, statuses, stepOf } from './testing/listModel.ts';
import type { Filter, Lead, Row, Values } from './testing/listModel.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());

type Former = Pick<Lead, 'row' | 'updatedAt'>;
type Activity = { id: string; at: number; isUndone: boolean } & (
  | { kind: 'work'; before: Map<Lead, { work: ModelWork; entries: ModelEntry[] }> }
  | { kind: 'delete' }
  | { kind: 'import'; formers: Map<Lead, Former>; lifted: string[] }
);
type Model = { person: TestPerson; leads: Lead[]; activities: Activity[]; marks: Set<string>; at: number };

const isVisible = (lead: Lead): boolean => exists(lead) && lead.into === null;
const callerOf = ({ person }: Model) => ({
  ...person,
  role: 'owner' as const,
  tokenHash: hashSecret(person.token),
});
const contextOf = ({ at }: Model) => ({ ...api.context, clock: { ...api.context.clock, now: () => new Date(at) } });

const stepIds: Record<string, string> = { Contacted: 'contacted', won: 'won' };
const setValues = (lead: Lead, values: Values): void => {
  lead.values = values;
  lead.arrived = stepIds[values.status] ?? 'new';
};

const add = (
  { leads }: Model,
  given: Pick<
    Lead,
    'key' | 'values' | 'row' | 'identity' | 'position' | 'createdAt' | 'importedAt' | 'updatedAt' | 'addedBy'
  >,
): void => {
  const lead: Lead = {
    ...given,
    work: {
      status: null,
      assignee: null,
      tags: [],
      value: null,
      respondedAt: null,
      activeAt: new Date(given.createdAt).toISOString(),
    },
    entries: [],
    arrived: 'new',
    history: [],
    others: [],
    into: null,
    deletedBy: null,
  };
  setValues(lead, given.values);
  leads.push(lead);
};

/** Times in imported rows. A time without a clear order of day and month counts as missing. */
const arrivals: Record<string, number | undefined> = {
  '2026-10-01T10:00:00+0200': Date.UTC(2026, 9, 1, 8),
  '2026-11-01': Date.UTC(2026, 10, 1),
};

const platforms = ['facebook', 'tiktok'] as const;
type Collect = { platform: (typeof platforms)[number]; numbers: number[]; variant: number };

const instant = (at: number): string => new Date(at).toISOString();

/** The ids differ between platforms. */
const idOf = (platform: Collect['platform'], number: number): string => `${platform === 'facebook' ? 10 : 20}${number}`;
const collected = (id: string | null): string | null => /^(?:l:|ag:)?(\d+)$/.exec(id ?? '')?.[1] ?? null;

/** An imported lead becomes the lead of a platform, with its shown status. */
const adopt = ({ activities }: Model, lead: Lead, given: Pick<Lead, 'key' | 'values' | 'createdAt'>): void => {
  const withStatus = (work: ModelWork): ModelWork =>
    lead.arrived === 'new' ? work : { ...work, status: work.status ?? lead.arrived };
  for (const activity of activities) {
    const before = activity.kind === 'work' ? activity.before.get(lead) : undefined;
    if (before) before.work = withStatus(before.work);
  }
  const [former, arrival] = [instant(lead.createdAt), instant(given.createdAt)];
  const { activeAt } = lead.work;
  const isUntouched = activeAt <= former || activeAt < arrival;
  lead.work = { ...withStatus(lead.work), activeAt: isUntouched ? arrival : activeAt };
  Object.assign(lead, given);
  setValues(lead, given.values);
};

/** Leads of both platforms have the same names, addresses and times. */
const runCollect = async (model: Model, { platform, numbers, variant }: Collect): Promise<void> => {
  const { person, leads, at } = model;
  const given = numbers.map((number) => ({
    id: idOf(platform, number),
    createdAt: Date.UTC(2026, 10, 1, number % 3),
    values: {
      name: `Lead ${number} v${variant}`,
      email: `p${(number + variant) % 3}@example.test`,
      phone: `ext-${number}`,
      status: '',
      project: '',
      form: `Form ${number % 2}`,
      campaign: number % 2 === 0 ? '' : 'Spring',
    },
  }));
  await api.context.db.transaction((tx) =>
    upsertLeads(
      tx,
      person.workspaceId,
      platform,
      given.map(({ id, createdAt, values: { name, email, phone, form, campaign } }) =>
        newLead(id, {
          createdAt: new Date(createdAt),
          contact: { name, email, phone },
          formId: null,
          formName: form,
          campaignName: campaign || null,
        }),
      ),
      new Date(at),
    ),
  );
  for (const { id, createdAt, values } of given) {
    const known = leads.find(({ key }) => key.list === platform && key.leadId === id);
    const [imported] = listOf(leads, 'custom')
      .filter(({ key, identity }) => key.list === 'custom' && collected(identity) === id)
      .toReversed()
      .toSorted((one, other) => (one.importedAt ?? 0) - (other.importedAt ?? 0) || one.position - other.position);
    const lead = { key: { list: platform, leadId: id }, values, createdAt };
    const door = { row: null, identity: null, position: 0, importedAt: null, addedBy: null };
    if (!known && imported) adopt(model, imported, lead);
    else if (!known) add(model, { ...lead, ...door, updatedAt: at });
    else if (exists(known)) {
      if (!known.row && !isDeepStrictEqual(known.values, values)) known.updatedAt = at;
      setValues(known, values);
    }
  }
};

type Given = { id: string | null; variant: number; status: string; created: string };

const empty = Object.fromEntries(customLeadKeys.map((key) => [key, ''])) as CustomLeadValues;
const toRow = ({ id, variant, status, created }: Given, project: string): Row => ({
  createdTime: created,
  id,
  values: {
    name: `Row ${id ?? 'without id'} v${variant}`,
    email: `p${variant % 3}@example.test`,
    phone: `ext-${variant}`,
    status,
    project,
    form: `Form ${variant % 2}`,
    campaign: variant % 2 === 0 ? '' : 'Autumn',
  },
});
const toCustom = ({ id, values, createdTime }: Row): CustomLeadValues => ({
  ...empty,
  created_time: createdTime,
  id: id ?? '',
  Name: values.name,
  EmailAddress: values.email,
  Number: values.phone,
  Status: values.status,
  Project: values.project,
  form_name: values.form,
  campaign_name: values.campaign,
});

/** Of several rows with one id, the last wins. */
const distinct = (rows: Row[]): Row[] =>
  rows.filter(({ id }, place) => !rows.slice(place + 1).some((later) => id && later.id === id));

const customRows = async ({ person: { token } }: Model) =>
  (await api.request(listCustomLeads, { token, query: { limit: '100' } })).body.data.data;

/** The lead that a row updates, or adds to the list of imported leads. */
const leadOf = ({ leads }: Model, { id }: Row): Lead | undefined => {
  const present = leads.filter(exists);
  const known = present.find(({ identity }) => id !== null && identity === id);
  return known ?? present.find(({ key }) => key.list !== 'custom' && key.leadId === collected(id));
};

/** Adds stored rows to the model, which finds their new ids by their unique project. */
const takeRows = async (
  model: Model,
  rows: Row[],
  addedBy: string | null,
): Promise<{ added: number; formers: Map<Lead, Former> }> => {
  const { at } = model;
  const stored = await customRows(model);
  const formers = new Map<Lead, Former>();
  const given = distinct(rows).map((row, position) => ({ row, position, known: leadOf(model, row) }));
  let added = 0;
  for (const [place, { row, position, known }] of given.entries()) {
    const { id, values, createdTime } = row;
    // Of several rows for one lead, the last wins.
    if (known && given.slice(place + 1).some((later) => later.known === known)) continue;
    const door = { row, position, importedAt: at, addedBy };
    if (known?.row) {
      formers.set(known, { row: known.row, updatedAt: known.updatedAt });
      known.row = row;
      if (known.key.list === 'custom') setValues(known, values);
    } else {
      added += 1;
      const leadId = stored.find(({ Project }) => Project === values.project)?._id ?? '';
      if (known) Object.assign(known, { ...door, identity: id });
      else
        add(model, {
          ...door,
          key: { list: 'custom', leadId },
          values,
          identity: id,
          createdAt: arrivals[createdTime] ?? at,
          updatedAt: at,
        });
    }
    if (known) known.updatedAt = at;
  }
  return { added, formers };
};

const runImport = async (model: Model, { rows: given }: { rows: Given[] }): Promise<void> => {
  const { marks, activities, at, person } = model;
  const rows = given.map((row, place) => toRow(row, `project ${at}-${place}`));
  const body = (async function* () {
    yield Buffer.from(JSON.stringify({ leads: rows.map(toCustom) }));
  })();
  const counts = await importPostedLeads(contextOf(model), callerOf(model), body);
  const [newest] = (await listActivities(api.context.db, person.workspaceId, { page: 1, limit: 1 })).rows;
  const id = newest?.id ?? '';
  const { added, formers } = await takeRows(model, rows, id);
  expect(counts).toMatchObject({ inserted: added, updated: formers.size });
  const lifted = rows.flatMap((row) => (row.id !== null && marks.delete(row.id) ? [row.id] : []));
  activities.push({ id, at, isUndone: false, kind: 'import', formers, lifted });
};

/** A synced sheet skips erased leads. */
const runSheet = async (model: Model, { rows: given }: { rows: Given[] }): Promise<void> => {
  const { marks, at, person } = model;
  const rows = given.map((row, place) => toRow({ ...row, id: row.id ?? 'row-0' }, `project ${at}-${place}`));
  const imported = distinct(rows).map((row) => ({ identity: leadIdentity(row.id ?? ''), values: toCustom(row) }));
  await api.context.db.transaction(async (tx) => {
    await lockCustomLeads(tx, person.workspaceId);
    const leftOut = await findLeftOutRows(tx, person.workspaceId, imported);
    const wanted = imported.filter((row) => !leftOut.has(row));
    await upsertCustomLeads(tx, person.workspaceId, wanted, { now: new Date(at), renewUnchanged: false });
  });
  await takeRows(
    model,
    rows.filter(({ id }) => !marks.has(id ?? '')),
    null,
  );
};

const pick = ({ leads }: Model, place: number): Lead | undefined => leads[place % Math.max(leads.length, 1)];
const versionOf = async ({ person }: Model, lead: Lead): Promise<number> =>
  (await readWorkedLead(api.context.db, person.workspaceId, toPublicId(lead.key))).version;

const change = async (model: Model, lead: Lead, body: BodyOf<typeof changeLead>) => {
  const ifMatch = exists(lead) ? `"${await versionOf(model, lead)}"` : '"0"';
  const id = toPublicId(lead.key);
  return orRefused(changeWork(contextOf(model), callerOf(model), id, { change: body, ifMatch, effectId: null }));
};

const set = (lead: Lead, next: { work: ModelWork; entries: ModelEntry[] }, mark: string): void => {
  Object.assign(lead, next);
  lead.history.push(mark);
  if (lead.merge) lead.merge.isChanged = true;
};

const noNames = new Map<string, string>();
const changedAt = ({ at }: Model, lead: Lead, given: ModelChange) => {
  const outcome = isVisible(lead)
    ? changed(lead, given, { at: new Date(at).toISOString(), memberNames: noNames })
    : null;
  return outcome && { work: outcome.work, entries: [...lead.entries, ...outcome.entries] };
};
const differs = (lead: Lead, next: { entries: ModelEntry[] }): boolean => next.entries.length > lead.entries.length;

const runEdit = async (model: Model, { lead: place, variant }: { lead: number; variant: number }): Promise<void> => {
  const lead = pick(model, place);
  if (!lead) return;
  const { row } = lead;
  const edited = { name: `Edited v${variant}`, email: `p${variant % 3}@example.test` };
  const answer = await change(model, lead, { values: { Name: edited.name, EmailAddress: edited.email } });
  expect(answer !== null).toBe(isVisible(lead) && row !== null);
  if (!answer || !row) return;
  const edits = (['name', 'email'] as const).filter((key) => edited[key] !== row.values[key]);
  if (edits.length === 0) return;
  const values = { ...row.values, ...edited };
  lead.row = { ...row, values };
  if (lead.key.list === 'custom') setValues(lead, values);
  lead.updatedAt = model.at;
  lead.others.push(...edits.map(() => ({ kind: 'edited' as const })));
  set(lead, { work: { ...lead.work, activeAt: new Date(model.at).toISOString() }, entries: lead.entries }, 'edit');
};

type Action = { kind: 'status'; status: string } | { kind: 'tags'; add: string[]; remove: string[] };

const asChange = (action: Action, { work: { tags: own } }: Lead): ModelChange =>
  action.kind === 'status'
    ? { status: action.status }
    : {
        tags: [...own.filter((tag) => !action.remove.includes(tag)), ...action.add.filter((tag) => !own.includes(tag))],
      };

const runSingle = async (model: Model, { lead: place, action }: { lead: number; action: Action }): Promise<void> => {
  const lead = pick(model, place);
  if (!lead) return;
  const given = asChange(action, lead);
  const next = changedAt(model, lead, given);
  const body = given.status === undefined ? { tags: given.tags } : { statusId: given.status };
  expect((await change(model, lead, body)) !== null).toBe(next !== null);
  if (next && differs(lead, next)) set(lead, next, 'single');
};

const bulk = (model: Model, leads: readonly Lead[], action: BulkAction) => {
  const ids = leads.map(({ key }) => toPublicId(key));
  return orRefused(changeLeadsAtOnce(contextOf(model), callerOf(model), { ids, action }, null));
};
const pickAll = (model: Model, places: readonly number[]): Lead[] => [
  ...new Set(places.flatMap((place) => pick(model, place) ?? [])),
];

const runBulk = async (model: Model, { leads: places, action }: { leads: number[]; action: Action }): Promise<void> => {
  const leads = pickAll(model, places);
  if (leads.length === 0) return;
  const outcomes = leads.flatMap((lead) => {
    const next = changedAt(model, lead, asChange(action, lead));
    return next && differs(lead, next) ? [{ lead, next }] : [];
  });
  const given = action.kind === 'status' ? { kind: action.kind, statusId: action.status } : action;
  const done = await bulk(model, leads, given);
  if (!leads.some(isVisible)) return expect(done).toBeNull();
  expect(done?.changed).toBe(outcomes.length);
  const id = done?.activityId ?? '';
  const before = new Map(outcomes.map(({ lead: { work, entries }, lead }) => [lead, { work, entries }]));
  for (const { lead, next } of outcomes) set(lead, next, id);
  if (outcomes.length > 0) model.activities.push({ id, at: model.at, isUndone: false, kind: 'work', before });
};

const runDelete = async (model: Model, { leads: places }: { leads: number[] }): Promise<void> => {
  const leads = pickAll(model, places);
  if (leads.length === 0) return;
  const visible = leads.filter(isVisible);
  const done = await bulk(model, leads, { kind: 'delete' });
  if (visible.length === 0) return expect(done).toBeNull();
  expect(done?.changed).toBe(visible.length);
  const id = done?.activityId ?? '';
  const gone = model.leads.filter((lead) => exists(lead) && visible.includes(lead.into ?? lead));
  for (const lead of gone) {
    lead.deletedBy = id;
    if (lead.identity !== null) model.marks.add(lead.identity);
  }
  model.activities.push({ id, at: model.at, isUndone: false, kind: 'delete' });
};

type Pair = { into: number; from: number };

const runMerge = async (model: Model, { into, from }: Pair): Promise<void> => {
  const [one, other] = [pick(model, into), pick(model, from)];
  // Other tests cover merges of merged leads.
  if (!one || !other || one === other || !isVisible(one) || !isVisible(other) || one.merge || other.merge) return;
  const merge = {
    into: toPublicId(one.key),
    from: [{ id: toPublicId(other.key), version: await versionOf(model, other) }],
  };
  const ifMatch = `"${await versionOf(model, one)}"`;
  await mergeLeads(contextOf(model), callerOf(model), { merge, ifMatch, effectId: null });
  const [before, after] = [one.work, merged(one, other, new Date(model.at).toISOString())];
  one.work = after;
  one.history.push('merge');
  one.merge = { into: 0, from: 0, before, after, isChanged: false };
  other.merge = one.merge;
  other.into = one;
  one.others.push({ kind: 'merged', other });
};

const endMerge = (from: Lead): void => {
  delete from.into?.merge;
  delete from.merge;
  from.into = null;
};

const runSeparate = async (model: Model, { lead: place }: { lead: number }): Promise<void> => {
  const from = pick(model, place);
  if (!from?.into || !from.merge || !exists(from)) return;
  const { into, merge } = from;
  await unmergeLead(contextOf(model), callerOf(model), toPublicId(from.key));
  into.work = separated(into, merge.before, merge.after);
  if (merge.isChanged) into.history.push('separated');
  else into.history.pop();
  endMerge(from);
  into.others.push({ kind: 'separated', other: from });
};

/** Deletes leads for good, with the entries that name them. */
const forget = (leads: readonly Lead[], gone: readonly Lead[]): void => {
  for (const lead of gone) lead.deletedBy = 'no undo';
  for (const lead of leads) lead.others = lead.others.filter(({ other }) => !other || !gone.includes(other));
};

type Undone = { restored: number; left: number; apply: () => void };

const undoneWork = ({ id, before }: Extract<Activity, { kind: 'work' }>): Undone => {
  const present = [...before].filter(([lead]) => exists(lead));
  const same = present.filter(([lead]) => lead.history.at(-1) === id && lead.into === null);
  const apply = (): void => {
    for (const [lead, former] of same) {
      Object.assign(lead, former);
      lead.history.pop();
      if (lead.merge) lead.merge.isChanged = true;
    }
  };
  return { restored: same.length, left: present.length - same.length, apply };
};

const leaveImported = (lead: Lead, at: number): void => {
  Object.assign(lead, { row: null, identity: null, importedAt: null, position: 0, addedBy: null, updatedAt: at });
};

const undoneDeletion = ({ leads, marks, at }: Model, { id }: Extract<Activity, { kind: 'delete' }>): Undone => {
  const gone = leads.filter(({ deletedBy }) => deletedBy === id);
  const isImportedAgain = ({ identity }: Lead): boolean =>
    identity !== null && leads.some((other) => exists(other) && other.identity === identity);
  const returned = gone.filter((lead) => lead.key.list === 'custom' && isImportedAgain(lead));
  const back = gone.filter((lead) => !returned.includes(lead));
  const apply = (): void => {
    for (const lead of back) if (isImportedAgain(lead)) leaveImported(lead, at);
    // A lead that came back by an import is gone for good.
    forget(leads, returned);
    for (const lead of back) {
      lead.deletedBy = null;
      if (lead.identity !== null) marks.delete(lead.identity);
    }
    for (const lead of leads) if (lead.into && exists(lead) !== exists(lead.into)) endMerge(lead);
  };
  const restored = back.filter(({ into }) => into === null || !back.includes(into)).length;
  return { restored, left: gone.length - back.length, apply };
};

const undoneImport = (
  { leads, marks, at: now }: Model,
  { id, at, formers, lifted }: Extract<Activity, { kind: 'import' }>,
): Undone => {
  const added = leads.filter((lead) => exists(lead) && lead.addedBy === id);
  const isTouched = ({ key, updatedAt, importedAt, entries, others, into }: Lead): boolean =>
    updatedAt !== importedAt || (key.list === 'custom' && (entries.length + others.length > 0 || into !== null));
  const updated = [...formers].filter(([lead]) => exists(lead));
  const removed = added.filter((lead) => !isTouched(lead));
  const restored = updated.filter(([lead]) => lead.updatedAt === at);
  const left = [...added.filter(isTouched), ...updated.flatMap(([lead]) => (lead.updatedAt === at ? [] : [lead]))];
  const apply = (): void => {
    const isCustom = ({ key }: Lead): boolean => key.list === 'custom';
    for (const lead of removed) if (!isCustom(lead)) leaveImported(lead, now);
    forget(leads, removed.filter(isCustom));
    for (const [lead, former] of restored) {
      if (former.row && isCustom(lead)) setValues(lead, former.row.values);
      Object.assign(lead, former);
    }
    for (const mark of lifted) if (!left.some(({ identity }) => identity === mark)) marks.add(mark);
  };
  return { restored: removed.length + restored.length, left: left.length, apply };
};

const runUndo = async (model: Model, { activity: place }: { activity: number }): Promise<void> => {
  const open = model.activities.filter(({ isUndone }) => !isUndone);
  const activity = open[place % open.length];
  if (!activity) return;
  const undone =
    activity.kind === 'work'
      ? undoneWork(activity)
      : activity.kind === 'delete'
        ? undoneDeletion(model, activity)
        : undoneImport(model, activity);
  const answer = await orRefused(undo(contextOf(model), callerOf(model), activity.id));
  const { restored, left, apply } = undone;
  if (restored === 0 && left > 0) return expect(answer).toBeNull();
  expect(answer?.undone).toMatchObject({ restored, left });
  activity.isUndone = true;
  apply();
};

const place = fc.nat({ max: 20 });
const some = fc.array(place, { minLength: 1, maxLength: 4 });
const variant = fc.nat({ max: 4 });
const rows = fc.array(
  fc.record({
    id: fc.option(
      fc.oneof(
        fc.constantFrom('row-0', 'row-1'),
        fc.constantFrom('100', '101', 'l:100', 'l:101', 'ag:200', '201', '202'),
      ),
      { freq: 6 },
    ),
    variant,
    status: fc.constantFrom('', 'Contacted', 'won', 'Unknown text'),
    created: fc.constantFrom('', '10/11/2026', ...Object.keys(arrivals)),
  }),
  { minLength: 1, maxLength: 3 },
);
const tags = fc.uniqueArray(fc.constantFrom('hot', 'vip'));
const action: fc.Arbitrary<Action> = fc.oneof(
  fc.record({ kind: fc.constant('status' as const), status: fc.constantFrom(...statuses) }),
  fc.record({ kind: fc.constant('tags' as const), add: tags, remove: tags }),
);

type Run = (model: Model) => Promise<unknown>;
/** A step as its arguments, so that a failure shows them. */
const step = <Given extends object>(
  weight: number,
  run: (model: Model, given: Given) => Promise<unknown>,
  given: fc.Arbitrary<Given>,
): { weight: number; arbitrary: fc.Arbitrary<{ name: string; given: object; run: Run }> } => ({
  weight,
  arbitrary: given.map((each) => ({ name: run.name, given: each, run: (model) => run(model, each) })),
});
const platform = fc.constantFrom(...platforms);
const steps = fc.array(
  fc.oneof(
    step(
      3,
      runCollect,
      fc.record({ platform, numbers: fc.uniqueArray(fc.nat({ max: 4 }), { minLength: 1 }), variant }),
    ),
    step(3, runImport, fc.record({ rows })),
    step(1, runSheet, fc.record({ rows })),
    step(2, runEdit, fc.record({ lead: place, variant })),
    step(2, runSingle, fc.record({ lead: place, action })),
    step(3, runBulk, fc.record({ leads: some, action })),
    step(3, runDelete, fc.record({ leads: some })),
    step(3, runMerge, fc.record({ into: place, from: place })),
    step(1, runSeparate, fc.record({ lead: place })),
    step(5, runUndo, fc.record({ activity: fc.nat() })),
  ),
  { minLength: 4, maxLength: 14 },
);

const optional = <Value>(each: fc.Arbitrary<Value>) => fc.option(each, { nil: undefined, freq: 1 });
const search = fc.constantFrom(
  'lead 1',
  'ROW',
  'p1@example.test',
  '101',
  'l:10',
  'row-',
  'project',
  'spring',
  'ext-1',
  'v2',
);
const filter = fc
  .record({
    list: optional(fc.constantFrom(...platforms, 'custom' as const)),
    status: optional(fc.constantFrom(...statuses)),
    tag: optional(fc.constantFrom('hot', 'vip')),
    search: optional(search),
    form: optional(fc.constantFrom('Form 0', 'Form 1')),
    campaign: optional(fc.constantFrom('Spring', 'Autumn')),
    duplicates: optional(fc.constant('true' as const)),
  })
  // One or two conditions, because more leave no leads.
  .map(
    (all) =>
      Object.fromEntries(
        Object.entries(all)
          .filter(([, each]) => each)
          .slice(-2),
      ) as Filter,
  );

/** The whole list, its second page, and a search. */
const queriesFor = (sought: string): Record<string, string>[] => [
  { limit: '100' },
  { limit: '2', page: '2' },
  { limit: '100', search: sought },
];

const checkLists = async (model: Model, sought: string): Promise<void> => {
  const {
    leads,
    person: { token },
  } = model;
  for (const list of platforms)
    for (const query of queriesFor(sought)) {
      const { body } = await api.request(listLeads[list], { token, query });
      const found = listOf(leads, list).filter((lead) => !('search' in query) || contains(lead, sought));
      expect([list, body.totalItems]).toEqual([list, found.length]);
      const page = 'page' in query ? found.slice(2, 4) : found;
      expect(
        body.data.map(({ leadId, field_data, formName, createdAt }) => [
          leadId,
          ...Object.values(field_data),
          formName,
          createdAt,
        ]),
      ).toEqual(
        page.map(({ key, values, createdAt }) => [
          key.leadId,
          values.name,
          values.email,
          values.phone,
          values.form,
          instant(createdAt),
        ]),
      );
    }
  for (const query of queriesFor(sought)) {
    const { body } = await api.request(listCustomLeads, { token, query });
    const found = listOf(leads, 'custom').filter((lead) => !('search' in query) || contains(lead, sought, 'custom'));
    expect(['custom', body.totalItems]).toEqual(['custom', found.length]);
    const page = 'page' in query ? found.slice(2, 4) : found;
    expect(body.data.data).toEqual(
      page.map((lead) => ({
        ...(lead.row && toCustom(lead.row)),
        _id: lead.key.leadId,
        createdAt: instant(lead.importedAt ?? 0),
        updatedAt: instant(lead.updatedAt),
      })),
    );
  }
};

const checkAllLeads = async (model: Model, given: Filter, sort: 'arrival' | 'activity' | 'status'): Promise<void> => {
  const {
    leads,
    person: { token },
  } = model;
  const order = sortings[sort];
  for (const query of [{}, given]) {
    const found = chosen(leads, query).toSorted(order);
    const { body } = await api.request(listWorkedLeads, { token, query: { ...query, sort, limit: '100' } });
    expect(body.totalItems).toBe(found.length);
    expect(body.data).toMatchObject(found.map(shown));
    const repeats = body.data.flatMap(({ id, personLeads }) => (personLeads === undefined ? [] : [id]));
    const isShownRepeat = (lead: Lead): boolean => isRepeat(leads, lead) && !found.some((other) => other.into === lead);
    for (const lead of found.filter(isShownRepeat)) expect(repeats).toContain(toPublicId(lead.key));
  }
  const { body } = await api.request(getLeadBoard, { token, query: given });
  for (const { statusId, totalItems, leads: cards } of body.data) {
    const own = chosen(leads, given)
      .filter((lead) => stepOf(lead) === statusId)
      .toSorted(sortings['arrival']);
    expect([statusId, totalItems, cards.map(({ id }) => id)]).toEqual([
      statusId,
      own.length,
      own.slice(0, cards.length).map(({ key }) => toPublicId(key)),
    ]);
  }
};

const totalsOf = ({ leads }: Model): Record<string, number> =>
  Object.fromEntries(
    leadLists.flatMap((list) => {
      const { length } = listOf(leads, list);
      return length > 0 ? [[list, length]] : [];
    }),
  );

const readTotals = async ({ person: { workspaceId } }: Model): Promise<Record<string, number>> => {
  const { list, total } = leadCounts;
  const counted = await api.context.db
    .select({ list, total })
    .from(leadCounts)
    .where(and(eq(leadCounts.workspaceId, workspaceId), gt(total, 0)));
  return Object.fromEntries(counted.map((row) => [row.list, row.total]));
};

const sort = fc.constantFrom('arrival' as const, 'activity' as const, 'status' as const);

test('lists, filters, board, totals, undo and merges equal a model in memory after random operations', async () => {
  const checks = fc.array(fc.tuple(filter, sort, search), { minLength: 14, maxLength: 14 });
  await fc.assert(
    fc.asyncProperty(steps, checks, async (sequence, checked) => {
      const person = await api.registerUser();
      const model: Model = { person, leads: [], activities: [], marks: new Set(), at: Date.now() };
      for (const [number, { name, given, run }] of sequence.entries()) {
        model.at += 1000;
        const [asked, order, sought] = checked[number] ?? [{}, 'arrival' as const, ''];
        try {
          await run(model);
          await checkLists(model, sought);
          await checkAllLeads(model, asked, order);
          expect(await readTotals(model)).toEqual(totalsOf(model));
        } catch (error) {
          throw new Error(`after step ${number}, ${name} ${JSON.stringify(given)}, with ${JSON.stringify(asked)}`, {
            cause: error,
          });
        }
      }
    }),
    { numRuns: 25 },
  );
}, 240_000);
