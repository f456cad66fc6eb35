import { expect } from 'vitest';
import { undo } from '#server/modules/leads/actions/activity.service.ts';
import { orRefused } from '#server/modules/leads/work/testing/orRefused.ts';
import { exists } from '#server/modules/leads/testing/listModel.ts';
import type { Lead } from '#server/modules/leads/testing/listModel.ts';
import type { Activity, Model } from './Model.ts';
import { callerOf, contextOf, setValues } from './Model.ts';
import { endMerge } from './workOnLeads.ts';

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
  const edited = new Set<string>();
  Object.assign(lead, {
    row: null,
    identity: null,
    importedAt: null,
    position: 0,
    addedBy: null,
    updatedAt: at,
    edited,
  });
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

export const runUndo = async (model: Model, { activity: place }: { activity: number }): Promise<void> => {
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
