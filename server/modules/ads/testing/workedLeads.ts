import type { AdLevel, AdSums } from '#shared/campaigns.ts';
import type { CampaignRow } from '#shared/contracts/campaigns.ts';
import { countDays } from '#shared/lib/dateRange.ts';
import type { DateRange, Day } from '#shared/lib/dateRange.ts';
import type { LeadPlatformId } from '#shared/platforms.ts';
import { leads, leadWork } from '#server/database/schema.ts';
import { newLead } from '#server/modules/leads/testing/newLead.ts';
import type { TestApi, TestPerson } from '#testing/api/startTestApi.ts';

/** The outcome of an ad lead. Statuses are steps of the default ladder. */
export type WorkedLead = {
  adId: string;
  createdAt: Date;
  statusId: string | null;
  amount: number | null;
  currency: string | null;
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

/** Stores leads of these ads at all hours of the range, with different work. */
export const insertWorkedLeads = async (
  { context: { db } }: TestApi,
  { workspaceId }: TestPerson,
  { platform, ads, range }: { platform: LeadPlatformId; ads: readonly CampaignRow[]; range: DateRange },
): Promise<WorkedLead[]> => {
  const hours = countDays(range) * 24;
  const worked = Array.from({ length: hours / 2 }, (_, index): WorkedLead => {
    const { id = '', currency = null } = ads[(index * 7) % ads.length] ?? {};
    const [statusId = null, paidIn = null] = outcomes[index % outcomes.length] ?? [];
    return {
      adId: id,
      createdAt: new Date(Date.parse(`${range.since}T00:30:00Z`) + index * 2 * 3_600_000),
      statusId,
      amount: paidIn === null ? null : index + 0.000_001,
      currency: paidIn === 'own' ? currency : paidIn,
    };
  });
  const leadId = (index: number): string => `worked-${platform}-${index}`;
  await db.insert(leads).values(
    worked.map(({ adId, createdAt }, index) => {
      const { contact, ...lead } = newLead(leadId(index), { adId, createdAt });
      return { ...lead, ...contact, createdAt, workspaceId, list: platform, updatedAt: createdAt };
    }),
  );
  await db.insert(leadWork).values(
    worked.flatMap(({ createdAt, statusId, amount, currency }, index) =>
      statusId === null
        ? []
        : {
            workspaceId,
            list: platform,
            leadId: leadId(index),
            statusId,
            amount,
            currency,
            activeAt: createdAt,
            version: 1,
          },
    ),
  );
  return worked;
};

type Outcomes = Pick<AdSums, 'qualifiedLeads' | 'wonLeads' | 'wonAmount' | 'otherWonLeads'>;

const dayIn = (timeZone: string | null, at: Date): Day =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: timeZone ?? 'UTC', dateStyle: 'short' }).format(at);

/** The outcomes of each object, added lead by lead. */
export const naiveOutcomes = (
  worked: readonly WorkedLead[],
  { since, until }: DateRange,
  level: AdLevel,
  { ads, timeZoneOf }: { ads: readonly CampaignRow[]; timeZoneOf: (accountId: string) => string | null },
): Map<string, Outcomes> => {
  const sums = new Map<string, Outcomes>();
  for (const { adId, createdAt, statusId, amount, currency } of worked) {
    const ad = ads.find(({ id }) => id === adId);
    const id = ad && { ad: ad.id, adset: ad.adSetId, campaign: ad.campaignId }[level];
    if (!ad || !id || (statusId !== 'qualified' && statusId !== 'won')) continue;
    const day = dayIn(timeZoneOf(ad.accountId), createdAt);
    if (day < since || day > until) continue;
    const sum = sums.get(id) ?? { qualifiedLeads: 0, wonLeads: 0, wonAmount: 0, otherWonLeads: 0 };
    sum.qualifiedLeads += 1;
    if (statusId === 'won') sum.wonLeads += 1;
    if (amount !== null && currency === ad.currency) sum.wonAmount = Math.round((sum.wonAmount + amount) * 1e6) / 1e6;
    if (amount !== null && currency !== ad.currency) sum.otherWonLeads += 1;
    sums.set(id, sum);
  }
  return sums;
};

/** The outcomes in a table, without objects that have none. */
export const shownOutcomes = (rows: readonly CampaignRow[]): Map<string, Outcomes> =>
  new Map(
    rows
      .filter(({ sums }) => sums.qualifiedLeads > 0)
      .map(({ id, sums: { qualifiedLeads, wonLeads, wonAmount, otherWonLeads } }) => [
        id,
        { qualifiedLeads, wonLeads, wonAmount, otherWonLeads },
      ]),
  );
