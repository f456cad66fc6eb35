import { expect } from 'vitest';
import { listCustomLeads } from '#shared/contracts/customLeads.ts';
import { listLeads } from '#shared/contracts/leads.ts';
import { leadLists } from '#shared/leadLists.ts';
import { getLeadBoard, listWorkedLeads } from '#shared/contracts/leadWork.ts';
import { and, eq, gt } from '#server/database/drizzle.ts';
import { leadCounts } from '#server/database/schema.ts';
import { toPublicId } from '#server/modules/leads/work/leadKey.ts';
import {
  chosen,
  contains,
  isRepeat,
  listOf,
  shown,
  sortings,
  stepOf,
} from '#server/modules/leads/testing/listModel.ts';
import type { Filter, Lead } from '#server/modules/leads/testing/listModel.ts';
import type { Model } from './Model.ts';
import { instant } from './Model.ts';
import { platforms } from './collectLeads.ts';
import { toCustom } from './importRows.ts';

/** The whole list, its second page, and a search. */
const queriesFor = (sought: string): Record<string, string>[] => [
  { limit: '100' },
  { limit: '2', page: '2' },
  { limit: '100', search: sought },
];

export const checkLists = async (model: Model, sought: string): Promise<void> => {
  const {
    leads,
    person: { token },
  } = model;
  for (const list of platforms)
    for (const query of queriesFor(sought)) {
      const { body } = await model.api.request(listLeads[list], { token, query });
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
    const { body } = await model.api.request(listCustomLeads, { token, query });
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

export const checkAllLeads = async (
  model: Model,
  given: Filter,
  sort: 'arrival' | 'activity' | 'status',
): Promise<void> => {
  const {
    leads,
    person: { token },
  } = model;
  const order = sortings[sort];
  for (const query of [{}, given]) {
    const found = chosen(leads, query).toSorted(order);
    const { body } = await model.api.request(listWorkedLeads, { token, query: { ...query, sort, limit: '100' } });
    expect(body.totalItems).toBe(found.length);
    expect(body.data).toMatchObject(found.map(shown));
    const repeats = body.data.flatMap(({ id, personLeads }) => (personLeads === undefined ? [] : [id]));
    const isShownRepeat = (lead: Lead): boolean => isRepeat(leads, lead) && !found.some((other) => other.into === lead);
    for (const lead of found.filter(isShownRepeat)) expect(repeats).toContain(toPublicId(lead.key));
  }
  const { body } = await model.api.request(getLeadBoard, { token, query: given });
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

/** The number of leads in each list. */
export const totalsOf = ({ leads }: Model): Record<string, number> =>
  Object.fromEntries(
    leadLists.flatMap((list) => {
      const { length } = listOf(leads, list);
      return length > 0 ? [[list, length]] : [];
    }),
  );

/** The stored counts of the lists. */
export const readTotals = async ({ api, person: { workspaceId } }: Model): Promise<Record<string, number>> => {
  const { list, total } = leadCounts;
  const counted = await api.context.db
    .select({ list, total })
    .from(leadCounts)
    .where(and(eq(leadCounts.workspaceId, workspaceId), gt(total, 0)));
  return Object.fromEntries(counted.map((row) => [row.list, row.total]));
};
