import { expect } from 'vitest';
import type { BulkAction } from '#shared/contracts/leadBulk.ts';
import type { changeLead } from '#shared/contracts/leadWork.ts';
import type { BodyOf } from '#shared/contracts/endpoint.ts';
import { changeLeadsAtOnce } from '#server/modules/leads/actions/bulk/bulk.service.ts';
import { mergeLeads } from '#server/modules/leads/contacts/mergeLeads.ts';
import { unmergeLead } from '#server/modules/leads/contacts/unmergeLead.ts';
import { changeWork, readWorkedLead } from '#server/modules/leads/work/leadWork.service.ts';
import { toPublicId } from '#server/modules/leads/work/leadKey.ts';
import { orRefused } from '#server/modules/leads/work/testing/orRefused.ts';
import { changed, merged, separated } from '#server/modules/leads/work/testing/workModel.ts';
import type { ModelChange, ModelEntry, ModelWork } from '#server/modules/leads/work/testing/workModel.ts';
import { exists } from '#server/modules/leads/testing/listModel.ts';
import type { Lead } from '#server/modules/leads/testing/listModel.ts';
import type { Model } from './Model.ts';
import { callerOf, contextOf, isVisible, pick, setValues } from './Model.ts';

const versionOf = async ({ api, person }: Model, lead: Lead): Promise<number> =>
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

export const runEdit = async (
  model: Model,
  { lead: place, variant }: { lead: number; variant: number },
): Promise<void> => {
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
  lead.edited = new Set([...(lead.edited ?? []), ...edits]);
  lead.others.push(...edits.map(() => ({ kind: 'edited' as const })));
  set(lead, { work: { ...lead.work, activeAt: new Date(model.at).toISOString() }, entries: lead.entries }, 'edit');
};

export type Action = { kind: 'status'; status: string } | { kind: 'tags'; add: string[]; remove: string[] };

const asChange = (action: Action, { work: { tags: own } }: Lead): ModelChange =>
  action.kind === 'status'
    ? { status: action.status }
    : {
        tags: [...own.filter((tag) => !action.remove.includes(tag)), ...action.add.filter((tag) => !own.includes(tag))],
      };

export const runSingle = async (
  model: Model,
  { lead: place, action }: { lead: number; action: Action },
): Promise<void> => {
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

export const runBulk = async (
  model: Model,
  { leads: places, action }: { leads: number[]; action: Action },
): Promise<void> => {
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

export const runDelete = async (model: Model, { leads: places }: { leads: number[] }): Promise<void> => {
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

export const runMerge = async (model: Model, { into, from }: Pair): Promise<void> => {
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

export const endMerge = (from: Lead): void => {
  delete from.into?.merge;
  delete from.merge;
  from.into = null;
};

export const runSeparate = async (model: Model, { lead: place }: { lead: number }): Promise<void> => {
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
