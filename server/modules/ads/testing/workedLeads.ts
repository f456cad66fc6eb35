import type { AdLevel, AdSums } from '#shared/campaigns.ts';
import type { CampaignRow } from '#shared/contracts/campaigns.ts';
import type { LeadList } from '#shared/leadLists.ts';
import { countDays } from '#shared/lib/dateRange.ts';
import type { DateRange, Day } from '#shared/lib/dateRange.ts';
import { platformIds } from '#shared/platforms.ts';
import { leads, leadWork } from '#server/database/schema.ts';
import { newLead } from '#server/modules/leads/testing/newLead.ts';
import type { TestApi, TestPerson } from '#testing/api/startTestApi.ts';

/** A lead and the work on it. Statuses are steps of the default ladder. */
export type WorkedLead = {
  list: LeadList;
  leadId: string;
  adId: string | null;
  adSetId: string | null;
  campaignId: string | null;
  createdAt: Date;
  statusId: string | null;
  /** The status in an imported file. */
  statusText: string | null;
  amount: number | null;
  currency: string | null;
  /** The public id of the visible lead. */
  mergedInto: string | null;
};

const outcomes = [
  [null, null],
  ['new', null],
  ['contacted', null],
  ['qualified', null],
  ['lost', null],
  ['junk', null],
  ['won', null],
  ['won', 'own'],
  ['won', 'own'],
  ['won', 'JPY'],
] as const;

/** Stores work on leads that are stored. A lead that others are merged into has work too. */
export const insertWork = async (
  { context: { db } }: TestApi,
  { workspaceId }: TestPerson,
  worked: readonly WorkedLead[],
): Promise<void> => {
  const shown = new Set(worked.map(({ mergedInto }) => mergedInto));
  const changed = worked.filter(
    (lead) => lead.statusId !== null || lead.mergedInto !== null || shown.has(publicIdOf(lead)),
  );
  if (changed.length === 0) return;
  await db.insert(leadWork).values(
    changed.map(({ list, leadId, createdAt, statusId, amount, currency, mergedInto }) => ({
      workspaceId,
      list,
      leadId,
      statusId,
      amount,
      currency,
      mergedInto,
      activeAt: createdAt,
      version: 1,
    })),
  );
};

/** Stores leads of these ads at all hours of the range, with different work. */
export const insertWorkedLeads = async (
  api: TestApi,
  person: TestPerson,
  { list, ads, range }: { list: LeadList; ads: readonly CampaignRow[]; range: DateRange },
): Promise<WorkedLead[]> => {
  const hours = countDays(range) * 24;
  const worked = Array.from({ length: hours / 2 }, (_, index): WorkedLead => {
    const { id = '', currency = null } = ads[(index * 7) % ads.length] ?? {};
    const [statusId = null, paidIn = null] = outcomes[index % outcomes.length] ?? [];
    return {
      list,
      leadId: `worked-${list}-${index}`,
      adId: id,
      adSetId: null,
      campaignId: null,
      createdAt: new Date(Date.parse(`${range.since}T00:30:00Z`) + index * 2 * 3_600_000),
      statusId,
      statusText: null,
      amount: paidIn === null ? null : index + 0.000_001,
      currency: paidIn === 'own' ? currency : paidIn,
      mergedInto: null,
    };
  });
  await api.context.db.insert(leads).values(
    worked.map(({ leadId, adId, createdAt }) => {
      const { contact, ...lead } = newLead(leadId, { adId, createdAt });
      const importedAt = list === 'custom' ? createdAt : null;
      return {
        ...lead,
        ...contact,
        workspaceId: person.workspaceId,
        list,
        createdAt,
        importedAt,
        updatedAt: createdAt,
      };
    }),
  );
  await insertWork(api, person, worked);
  return worked;
};

const outcomeNames = ['qualifiedLeads', 'wonLeads', 'wonAmount', 'otherWonLeads'] as const;
type Outcomes = Pick<AdSums, (typeof outcomeNames)[number]>;
type LeadSums = Outcomes & Pick<AdSums, 'collectedLeads'>;
const noLeads: LeadSums = { collectedLeads: 0, qualifiedLeads: 0, wonLeads: 0, wonAmount: 0, otherWonLeads: 0 };

export const dayIn = (timeZone: string | null, at: Date): Day =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: timeZone ?? 'UTC', dateStyle: 'short' }).format(at);

export const publicIdOf = ({ list, leadId }: WorkedLead): string => `${list}:${leadId}`;
export const namesAd = ({ adId, adSetId, campaignId }: WorkedLead): boolean => (adId ?? adSetId ?? campaignId) !== null;

/** The order in which merged leads count. */
const rankOf = (lead: WorkedLead): number => (namesAd(lead) ? 0 : 2) + (lead.list === 'custom' ? 1 : 0);

/** Whether each lead is the one of its merged leads that counts. */
export const countedOf = (
  all: readonly WorkedLead[],
): ReadonlyMap<WorkedLead, { isCounted: boolean; shown: WorkedLead }> => {
  const groups = Map.groupBy(all, (lead) => lead.mergedInto ?? publicIdOf(lead));
  return new Map(
    [...groups].flatMap(([shownId, own]) => {
      const shown = own.find((lead) => publicIdOf(lead) === shownId);
      if (!shown) throw new Error('the visible lead is missing');
      const [counted] = own.toSorted(
        (one, other) =>
          rankOf(one) - rankOf(other) ||
          one.createdAt.getTime() - other.createdAt.getTime() ||
          (publicIdOf(one) < publicIdOf(other) ? -1 : 1),
      );
      return own.map((lead) => [lead, { isCounted: lead === counted, shown }] as const);
    }),
  );
};

type AdObject = Pick<CampaignRow, 'platform' | 'level' | 'id' | 'accountId' | 'adSetId' | 'campaignId' | 'currency'>;

/** The ad, or else the ad set or campaign, that a lead names. An imported lead may be of any platform. */
export const findObject = (lead: WorkedLead, objects: readonly AdObject[]): AdObject | undefined => {
  const named = [
    ['ad', lead.adId],
    ['adset', lead.adSetId],
    ['campaign', lead.campaignId],
  ] as const;
  const platforms = lead.list === 'custom' ? platformIds.toSorted() : [lead.list];
  for (const [level, id] of named)
    for (const platform of platforms) {
      const object = objects.find((each) => each.platform === platform && each.level === level && each.id === id);
      if (object) return object;
    }
  return undefined;
};

/** Imported statuses that mean steps of the default ladder. */
const stepOf = ({ statusId, statusText }: WorkedLead): string | null =>
  statusId ?? statusText?.trim().toLowerCase() ?? null;

/** The leads of each object, added lead by lead. */
export const naiveLeads = (
  all: readonly WorkedLead[],
  { since, until }: DateRange,
  level: AdLevel,
  { objects, timeZoneOf }: { objects: readonly AdObject[]; timeZoneOf: (accountId: string) => string | null },
): Map<string, LeadSums> => {
  const sums = new Map<string, LeadSums>();
  for (const [lead, { isCounted, shown }] of countedOf(all)) {
    const object = findObject(lead, objects);
    if (!object || (lead.list === 'custom' && !isCounted)) continue;
    const ids = { ad: null, adset: object.adSetId, campaign: object.campaignId, [object.level]: object.id };
    const id = ids[level];
    const day = dayIn(timeZoneOf(object.accountId), lead.createdAt);
    if (id === null || day < since || day > until) continue;
    const sum = { ...(sums.get(id) ?? noLeads) };
    sums.set(id, sum);
    sum.collectedLeads += 1;
    const step = stepOf(shown);
    if (!isCounted || (step !== 'qualified' && step !== 'won')) continue;
    const { amount, currency } = shown;
    sum.qualifiedLeads += 1;
    if (step === 'won') sum.wonLeads += 1;
    if (amount !== null && currency === object.currency)
      sum.wonAmount = Math.round((sum.wonAmount + amount) * 1e6) / 1e6;
    if (amount !== null && currency !== object.currency) sum.otherWonLeads += 1;
  }
  return sums;
};

const outcomesOf = (sums: Outcomes): Outcomes =>
  Object.fromEntries(outcomeNames.map((name) => [name, sums[name]])) as Outcomes;

/** The outcomes of each object, added lead by lead. */
export const naiveOutcomes = (...given: Parameters<typeof naiveLeads>): Map<string, Outcomes> =>
  new Map(
    [...naiveLeads(...given)]
      .filter(([, { qualifiedLeads }]) => qualifiedLeads > 0)
      .map(([id, sums]) => [id, outcomesOf(sums)]),
  );

/** The outcomes in a table, without rest rows and objects that have none. */
export const shownOutcomes = (rows: readonly CampaignRow[]): Map<string, Outcomes> =>
  new Map(
    rows
      .filter(({ kind, sums }) => kind === 'object' && sums.qualifiedLeads > 0)
      .map(({ id, sums }) => [id, outcomesOf(sums)]),
  );

/** The leads in a table, without objects that have none. */
export const shownLeads = (rows: readonly CampaignRow[]): Map<string, LeadSums> =>
  new Map(
    rows
      .filter(({ kind, sums }) => kind === 'object' && sums.collectedLeads > 0)
      .map(({ id, sums }) => [id, { collectedLeads: sums.collectedLeads, ...outcomesOf(sums) }]),
  );
