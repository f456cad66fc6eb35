import { hashSecret } from '#server/lib/ids.ts';
import type { ModelEntry, ModelWork } from '#server/modules/leads/work/testing/workModel.ts';
import type { TestApi, TestPerson } from '#testing/api/startTestApi.ts';
import { exists } from '#server/modules/leads/testing/listModel.ts';
import type { Lead, Values } from '#server/modules/leads/testing/listModel.ts';

export type Former = Pick<Lead, 'row' | 'updatedAt'>;
export type Activity = { id: string; at: number; isUndone: boolean } & (
  | { kind: 'work'; before: Map<Lead, { work: ModelWork; entries: ModelEntry[] }> }
  | { kind: 'delete' }
  | { kind: 'import'; formers: Map<Lead, Former>; lifted: string[] }
);
export type Model = {
  api: TestApi;
  person: TestPerson;
  leads: Lead[];
  activities: Activity[];
  marks: Set<string>;
  at: number;
};

export const isVisible = (lead: Lead): boolean => exists(lead) && lead.into === null;
export const callerOf = ({ person }: Model) => ({
  ...person,
  role: 'owner' as const,
  tokenHash: hashSecret(person.token),
});
export const contextOf = ({ api: { context }, at }: Model) => ({
  ...context,
  clock: { ...context.clock, now: () => new Date(at) },
});

const stepIds: Record<string, string> = { Contacted: 'contacted', won: 'won' };
export const setValues = (lead: Lead, values: Values): void => {
  lead.values = values;
  lead.arrived = stepIds[values.status] ?? 'new';
};

export const add = (
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

export const instant = (at: number): string => new Date(at).toISOString();

export const pick = ({ leads }: Model, place: number): Lead | undefined => leads[place % Math.max(leads.length, 1)];
