import { listActivity } from '#shared/contracts/activity.ts';
import { listWorkedLeads } from '#shared/contracts/leadWork.ts';
import type { WorkedLeadsQuery } from '#shared/contracts/leadWork.ts';
import type { Person } from '#testing/people.ts';

/** Visible effects of actions: the number of leads, the number of junk leads, and the entries in Activity. */
export type SeenLeads = { leads: number; junk: number; activities: number; undone: number };

const count = async (person: Person, query: WorkedLeadsQuery): Promise<number> => {
  const { status, body } = await person.request(listWorkedLeads, { query: { limit: '1', ...query } });
  if (status !== 200) throw new Error(`The list answered ${status}`);
  return body.totalItems;
};

export const lookAtLeads = async (person: Person): Promise<SeenLeads> => {
  const { body } = await person.request(listActivity, { query: { limit: '100' } });
  return {
    leads: await count(person, {}),
    junk: await count(person, { status: 'junk' }),
    activities: body.totalItems,
    undone: body.data.filter(({ undone }) => undone !== null).length,
  };
};
