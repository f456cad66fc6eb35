import { expect } from 'vitest';
import { listCustomLeads } from '#shared/contracts/customLeads.ts';
import { customLeadKeys } from '#shared/customLeadColumns.ts';
import type { CustomLeadValues } from '#shared/customLeadColumns.ts';
import { listActivities } from '#server/modules/leads/actions/activities.store.ts';
import { importPostedLeads } from '#server/modules/leads/imported/customLeads.service.ts';
import { lockCustomLeads, upsertCustomLeads } from '#server/modules/leads/imported/customLeads.store.ts';
import { leadIdentity } from '#server/modules/leads/imported/rowIdentity.ts';
import { findLeftOutRows } from '#server/modules/leads/imported/erasedRows.store.ts';
import { exists } from '#server/modules/leads/testing/listModel.ts';
import type { Lead, Row } from '#server/modules/leads/testing/listModel.ts';
import type { Former, Model } from './Model.ts';
import { add, callerOf, contextOf, setValues } from './Model.ts';
import { collected } from './collectLeads.ts';

/** Times in imported rows. A time without a clear order of day and month counts as missing. */
export const arrivals: Record<string, number | undefined> = {
  '2026-10-01T10:00:00+0200': Date.UTC(2026, 9, 1, 8),
  '2026-11-01': Date.UTC(2026, 10, 1),
};

type Given = { id: string | null; variant: number; status: string; created: string };

const empty = Object.fromEntries(customLeadKeys.map((key) => [key, ''])) as CustomLeadValues;
/** A row without an id gets its own: rows that are known by their contact have a test of their own. */
const toRow = ({ id, variant, status, created }: Given, project: string): Row => ({
  createdTime: created,
  id: id ?? `free ${project}`,
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
export const toCustom = ({ id, values, createdTime }: Row): CustomLeadValues => ({
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

/** The id without the prefix of its platform. */
const idKey = (id: string | null): string | null => collected(id) ?? id;

/** Of several rows with one id, the last wins. */
const distinct = (rows: Row[]): Row[] =>
  rows.filter(({ id }, place) => !rows.slice(place + 1).some((later) => id && idKey(later.id) === idKey(id)));

export const customRows = async ({ api, person: { token } }: Model) =>
  (await api.request(listCustomLeads, { token, query: { limit: '100' } })).body.data.data;

/** The lead that a row updates, or adds to the list of imported leads. */
const leadOf = ({ leads }: Model, { id }: Row): Lead | undefined => {
  const present = leads.filter(exists);
  const known = present.find(({ identity }) => id !== null && identity === idKey(id));
  return known ?? present.find(({ key }) => key.list !== 'custom' && key.leadId === collected(id));
};

/** Applies a row to the row of its lead: empty values change nothing, and edited values stay. */
const mergedRow = (before: Row, given: Row, edited: ReadonlySet<string> = new Set()): Row => {
  const keys = Object.keys(given.values) as (keyof Row['values'])[];
  const isSameTime =
    arrivals[given.createdTime] !== undefined && arrivals[given.createdTime] === arrivals[before.createdTime];
  return {
    id: before.id,
    createdTime: given.createdTime === '' || isSameTime ? before.createdTime : given.createdTime,
    values: Object.fromEntries(
      keys.map((key) => [key, given.values[key] === '' || edited.has(key) ? before.values[key] : given.values[key]]),
    ) as Row['values'],
  };
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
    const door = { row, position, importedAt: at, addedBy, edited: new Set<string>() };
    if (known?.row) {
      formers.set(known, { row: known.row, updatedAt: known.updatedAt });
      known.row = mergedRow(known.row, row, known.edited);
      if (known.key.list === 'custom') setValues(known, known.row.values);
    } else {
      added += 1;
      const leadId = stored.find(({ Project }) => Project === values.project)?._id ?? '';
      if (known) Object.assign(known, { ...door, identity: known.identity ?? idKey(id) });
      else
        add(model, {
          ...door,
          key: { list: 'custom', leadId },
          values,
          identity: idKey(id),
          createdAt: arrivals[createdTime] ?? at,
          updatedAt: at,
        });
    }
    if (known) known.updatedAt = at;
  }
  return { added, formers };
};

export const runImport = async (model: Model, { rows: given }: { rows: Given[] }): Promise<void> => {
  const { marks, activities, at, person } = model;
  const rows = given.map((row, place) => toRow(row, `project ${at}-${place}`));
  const body = (async function* () {
    yield Buffer.from(JSON.stringify({ leads: rows.map(toCustom) }));
  })();
  const counts = await importPostedLeads(contextOf(model), callerOf(model), body);
  const [newest] = (await listActivities(model.api.context.db, person.workspaceId, { page: 1, limit: 1 })).rows;
  const id = newest?.id ?? '';
  const { added, formers } = await takeRows(model, rows, id);
  expect(counts).toMatchObject({ inserted: added, updated: formers.size });
  const lifted = rows.flatMap((row) => {
    const key = idKey(row.id);
    return key !== null && marks.delete(key) ? [key] : [];
  });
  activities.push({ id, at, isUndone: false, kind: 'import', formers, lifted });
};

/** A synced sheet skips erased leads. */
export const runSheet = async (model: Model, { rows: given }: { rows: Given[] }): Promise<void> => {
  const { marks, at, person } = model;
  const rows = given.map((row, place) => toRow({ ...row, id: row.id ?? 'row-0' }, `project ${at}-${place}`));
  const imported = distinct(rows).map((row) => ({ identity: leadIdentity(row.id ?? ''), values: toCustom(row) }));
  await model.api.context.db.transaction(async (tx) => {
    await lockCustomLeads(tx, person.workspaceId);
    const leftOut = await findLeftOutRows(tx, person.workspaceId, imported);
    const wanted = imported.filter((row) => !leftOut.has(row));
    await upsertCustomLeads(tx, person.workspaceId, wanted, { now: new Date(at), renewUnchanged: false });
  });
  await takeRows(
    model,
    rows.filter(({ id }) => !marks.has(idKey(id) ?? '')),
    null,
  );
};
