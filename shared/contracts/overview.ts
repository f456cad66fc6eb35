import * as z from 'zod/mini';
import { leadPlatformIds } from '../platforms.ts';
import { connection } from './connections.ts';
import { defineEndpoint } from './endpoint.ts';
import { dayField, instant, platformId } from './fields.ts';

const range = z.object({ since: z.string(), until: z.string() });

/** An ISO 4217 code; null where the ad account does not tell its currency. */
const currency = z.nullable(z.string());

/** Money of one currency, and the conversions of the accounts that pay in it: currencies are never added up. */
const spend = z.object({ currency, amount: z.number(), conversions: z.number() });

/**
 * `conversions` are what the platforms credit to their ads, in fractions where several ads had a part in one. Leads are people
 * whose answers Leadlight has collected: `newestLeads`.
 */
const totals = z.object({
  impressions: z.number(),
  clicks: z.number(),
  conversions: z.number(),
  /** The largest first. */
  spend: z.array(spend),
});
export type OverviewTotals = z.infer<typeof totals>;

/** One number for each day of a range, in its order. */
const daily = z.object({
  impressions: z.array(z.number()),
  clicks: z.array(z.number()),
  conversions: z.array(z.number()),
  spend: z.array(z.number()),
});
export type OverviewDaily = z.infer<typeof daily>;

const series = z.object({ platform: platformId, currency, current: daily, previous: daily });
export type OverviewSeries = z.infer<typeof series>;

const campaign = z.object({
  platform: platformId,
  accountId: z.string(),
  accountName: z.string(),
  campaignId: z.string(),
  campaignName: z.string(),
  currency,
  impressions: z.number(),
  clicks: z.number(),
  conversions: z.number(),
  spend: z.number(),
});
export type OverviewCampaign = z.infer<typeof campaign>;

const lead = z.object({
  platform: z.enum(leadPlatformIds),
  leadId: z.string(),
  name: z.string(),
  formName: z.nullable(z.string()),
  createdAt: instant,
});
export type OverviewLead = z.infer<typeof lead>;

/** `reading`: days of the range are being read from the platform; `failing`: they could not be, `problem` tells why. */
export const overviewAccountStates = ['ready', 'reading', 'failing'] as const;

/** What the figures of one ad account stand on. */
const account = z.object({
  platform: platformId,
  accountId: z.string(),
  name: z.string(),
  currency,
  /** In which its days begin and end. */
  timeZone: z.nullable(z.string()),
  /** How the platform credits conversions to ads, in plain words. */
  attribution: z.nullable(z.string()),
  state: z.enum(overviewAccountStates),
  problem: z.nullable(z.string()),
  /** When its newest days were last read. */
  readAt: z.nullable(instant),
  /** Days of both ranges that are not stored yet. */
  missingDays: z.number(),
});
export type OverviewAccount = z.infer<typeof account>;

const overviewData = z.object({
  range,
  /** As many days, directly before. */
  previousRange: range,
  totals: z.object({ current: totals, previous: totals }),
  series: z.array(series),
  /** The largest by each figure; the client chooses by the figure that is shown. */
  campaigns: z.array(campaign),
  newestLeads: z.array(lead),
  accounts: z.array(account),
  /** Ad accounts of the connections that are left out, because others were chosen as default or there are too many. */
  accountsLeftOut: z.number(),
  /** Some days are being read; the event `insights_changed` tells when there is more. */
  isReading: z.boolean(),
  connections: z.array(connection),
});
export type Overview = z.infer<typeof overviewData>;

/** Over the default ad accounts of each platform, else over all that its connection reaches. */
export const getOverview = defineEndpoint({
  method: 'GET',
  path: '/overview',
  access: 'user',
  summary: 'Figures of a date range out of the stored insights, with the range before',
  query: z.object({ since: dayField, until: dayField }),
  response: z.object({ data: overviewData }),
});
