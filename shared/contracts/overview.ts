import * as z from 'zod/mini';
import { adSums } from '../campaigns.ts';
import { leadPlatformIds } from '../platforms.ts';
import { connection } from './connections.ts';
import { defineEndpoint } from './endpoint.ts';
import { currencyCode, dayField, dayRange, instant, platformId } from './fields.ts';

/**
 * Money in one currency, and the conversions and leads of accounts with that currency. Currencies are never added up.
 * `otherWonLeads` have values in other currencies, which no sum includes.
 */
const spend = z.object({
  currency: currencyCode,
  amount: z.number(),
  conversions: z.number(),
  /** The part of the amount used for costs per lead: spend of campaigns that can bring leads to Leadlight. */
  leadSpend: z.number(),
  ...z.pick(adSums, { qualifiedLeads: true, wonLeads: true, wonAmount: true, otherWonLeads: true }).shape,
});

/**
 * `conversions` are credited by platforms to their ads, as fractions if several ads share a conversion. Leads are
 * people whose answers Leadlight has collected (`newestLeads`).
 */
const totals = z.object({
  impressions: z.number(),
  clicks: z.number(),
  conversions: z.number(),
  /** Largest first. */
  spend: z.array(spend),
});
export type OverviewTotals = z.infer<typeof totals>;

/** One number per day of a range, in order. */
const daily = z.object({
  impressions: z.array(z.number()),
  clicks: z.array(z.number()),
  conversions: z.array(z.number()),
  spend: z.array(z.number()),
});
export type OverviewDaily = z.infer<typeof daily>;

const series = z.object({ platform: platformId, currency: currencyCode, current: daily, previous: daily });
export type OverviewSeries = z.infer<typeof series>;

const campaign = z.object({
  platform: platformId,
  accountId: z.string(),
  accountName: z.string(),
  campaignId: z.string(),
  campaignName: z.string(),
  currency: currencyCode,
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

/** `reading`: days of the range are being read. `failing`: they could not be read; `problem` has the reason. */
export const overviewAccountStates = ['ready', 'reading', 'failing'] as const;

/** Data sources of one ad account's metrics. */
const account = z.object({
  platform: platformId,
  accountId: z.string(),
  name: z.string(),
  currency: currencyCode,
  /** Time zone of its days. */
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
  range: dayRange,
  /** The same number of days directly before the range. */
  previousRange: dayRange,
  totals: z.object({ current: totals, previous: totals }),
  series: z.array(series),
  /** The largest campaigns by each metric. The client picks the campaigns for the shown metric. */
  campaigns: z.array(campaign),
  newestLeads: z.array(lead),
  /** Whether people qualify leads of the workspace, or an imported lead of both ranges is qualified. */
  hasQualifiedLeads: z.boolean(),
  /** Leads that have waited for a first response longer than this goal. Null without a goal. */
  overdue: z.nullable(z.object({ leads: z.number(), minutes: z.number() })),
  accounts: z.array(account),
  /** Number of omitted ad accounts, because others are defaults or there are too many. */
  accountsLeftOut: z.number(),
  /** Some days are being read. The event `insights_changed` announces more. */
  isReading: z.boolean(),
  connections: z.array(connection),
});
export type Overview = z.infer<typeof overviewData>;

/** Covers the default ad accounts of each platform, else all accounts of its connection. */
export const getOverview = defineEndpoint({
  method: 'GET',
  path: '/overview',
  access: 'user',
  summary: 'Figures of a date range out of the stored insights, with the range before',
  query: z.object({ since: dayField, until: dayField }),
  response: z.object({ data: overviewData }),
});
