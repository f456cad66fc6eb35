import * as fc from 'fast-check';
import { expect } from 'vitest';
import { hashSecret } from '#server/lib/ids.ts';
import { sql } from '#server/database/drizzle.ts';
import { AppError } from '#server/lib/failures/errors.ts';
import { readWorkedLeads } from '#server/modules/leads/list/leadList.service.ts';
import { changeWork, readWorkedLead } from '#server/modules/leads/work/leadWork.service.ts';
import { upsertLeads } from '#server/modules/leads/store/leads.store.ts';
import { newLead } from '#server/modules/leads/testing/newLead.ts';
import { ownedTables } from '#server/modules/privacy/ownedTables.ts';
import type { TestApi, TestPerson } from '#testing/api/startTestApi.ts';
import { mergeLeads } from '#server/modules/leads/contacts/mergeLeads.ts';
import { unmergeLead } from '#server/modules/leads/contacts/unmergeLead.ts';

const leadCount = 6;
const idOf = (index: number): string => `facebook:lead-${index}`;

/** Registers a person with leads: some with different kinds of work, some untouched. */
export const newPersonWithLeads = async (api: TestApi): Promise<TestPerson> => {
  const person = await api.registerUser();
  const { context } = api;
  await context.db.transaction((tx) =>
    upsertLeads(
      tx,
      person.workspaceId,
      'facebook',
      Array.from({ length: leadCount }, (_, index) =>
        newLead(`lead-${index}`, { createdAt: new Date(Date.UTC(2026, 10, 1 + index)) }),
      ),
      new Date(),
    ),
  );
  const changes = [
    { statusId: 'won', value: { amount: 120.5, currency: 'EUR' }, tags: ['hot', 'vip'], assigneeId: person.userId },
    { statusId: 'contacted', tags: ['vip', 'north'], note: 'Called' },
    { statusId: 'won', value: { amount: 7, currency: 'USD' } },
    { note: 'Only a note' },
  ];
  for (const [index, change] of changes.entries())
    await changeWork(context, person, idOf(index), { change, ifMatch: '"0"', effectId: null });
  return person;
};

/** Every row of the workspace, except the entries that record merges and separations. */
export const readRows = async ({ context: { db } }: TestApi, { workspaceId }: TestPerson): Promise<string[]> => {
  const all: string[] = [];
  for (const { name, ownerColumn } of ownedTables) {
    if (ownerColumn !== 'workspace_id') continue;
    const isMerge = name === 'lead_entries' ? sql`kind in ('merged', 'separated')` : sql`false`;
    const { rows } = await db.execute<{ row: string }>(
      sql`select row_to_json(each)::text as row from ${sql.identifier(name)} each
          where workspace_id = ${workspaceId} and not ${isMerge}`,
    );
    all.push(...rows.map(({ row }) => `${name} ${row}`));
  }
  return all.toSorted();
};

const field = fc.option(fc.nat({ max: leadCount - 1 }), { nil: undefined });
const step = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('merge' as const),
      leads: fc.uniqueArray(fc.nat({ max: leadCount - 1 }), { minLength: 2, maxLength: 4 }),
      status: field,
      assignee: field,
      value: field,
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('separate' as const), lead: fc.nat({ max: leadCount - 1 }) }) },
);
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

export const sequences = fc.array(step, { minLength: 1, maxLength: 10 });

/** The expected merges after a step, by merged lead; null when the step must be refused. */
const apply = (parents: ReadonlyMap<number, number>, given: Step): Map<number, number> | null => {
  if (given.kind === 'merge') {
    const [into = 0, ...from] = given.leads;
    if (given.leads.some((lead) => parents.has(lead))) return null;
    return new Map([...parents, ...from.map((lead) => [lead, into] as const)]);
  }
  const parent = parents.get(given.lead);
  const separated = [...parents].filter(([lead, into]) => (parent === undefined ? into : lead) === given.lead);
  if (separated.length === 0 || (parent !== undefined && parents.has(parent))) return null;
  return new Map([...parents].filter(([lead]) => !separated.some(([each]) => each === lead)));
};

/** Returns false when the call is refused with 409 or 412; rethrows other errors. */
const isDone = async (call: Promise<unknown>): Promise<boolean> => {
  try {
    await call;
    return true;
  } catch (error) {
    if (error instanceof AppError && [409, 412].includes(error.status)) return false;
    throw error;
  }
};

const run = async ({ context }: TestApi, person: TestPerson, given: Step): Promise<boolean> => {
  const member = { ...person, tokenHash: hashSecret(person.token) };
  if (given.kind === 'separate') return isDone(unmergeLead(context, member, idOf(given.lead)));
  const versions = new Map<number, number>();
  for (const lead of given.leads)
    versions.set(lead, (await readWorkedLead(context.db, person.workspaceId, idOf(lead))).version);
  const [into = 0, ...from] = given.leads;
  const taken = (['status', 'assignee', 'value'] as const).flatMap((name) => {
    const lead = given[name];
    return lead === undefined || !given.leads.includes(lead) || name === 'value' ? [] : [[name, idOf(lead)] as const];
  });
  const merge = {
    into: idOf(into),
    from: from.map((lead) => ({ id: idOf(lead), version: versions.get(lead) ?? 0 })),
    take: Object.fromEntries(taken),
  };
  return isDone(mergeLeads(context, member, { merge, ifMatch: `"${versions.get(into) ?? 0}"`, effectId: null }));
};

const listed = async ({ context }: TestApi, { workspaceId }: TestPerson): Promise<[number, string[]]> => {
  const { data, totalItems } = await readWorkedLeads(context, workspaceId, {});
  return [totalItems, data.map(({ id }) => id).toSorted()];
};

/** Runs a sequence, checks All leads after each step, then separates everything. */
export const runSequence = async (api: TestApi, person: TestPerson, sequence: readonly Step[]): Promise<void> => {
  const before = await readRows(api, person);
  let parents = new Map<number, number>();
  for (const given of sequence) {
    const next = apply(parents, given);
    expect([given, await run(api, person, given)]).toEqual([given, next !== null]);
    parents = next ?? parents;
    const shown = Array.from({ length: leadCount }, (_, index) => index).filter((index) => !parents.has(index));
    expect(await listed(api, person)).toEqual([shown.length, shown.map(idOf)]);
  }
  while (parents.size > 0) {
    const root = [...parents.values()].find((into) => !parents.has(into)) ?? 0;
    const last: Step = { kind: 'separate', lead: root };
    expect(await run(api, person, last)).toBe(true);
    parents = apply(parents, last) ?? new Map();
  }
  expect(await readRows(api, person)).toEqual(before);
};
