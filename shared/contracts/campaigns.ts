import * as z from 'zod/mini';
import {
  adBudgetKinds,
  adChangeKinds,
  adLevels,
  adStatuses,
  adSums,
  campaignColumnIds,
  campaignSortKeys,
  comparisons,
} from '../campaigns.ts';
import { defineEndpoint } from './endpoint.ts';
import { currencyCode, dayField, dayRange, instant, platformId } from './fields.ts';
import { leadLists } from '../leadLists.ts';
import { overviewAccountStates } from './overview.ts';
import { pageFields, searchQuery } from './paging.ts';

/** Several values of a filter, separated by commas: at most 100. */
const listField = z.string().check(z.maxLength(5000), z.regex(/^[\w:-]+(,[\w:-]+){0,99}$/));

const row = z.object({
  platform: platformId,
  level: z.enum(adLevels),
  /** Unique within platform and level. A `rest` row has the id of its parent or account. */
  id: z.string(),
  /** `rest`: metrics of a parent, or of an account's campaigns, that no object at this level has. */
  kind: z.enum(['object', 'rest']),
  name: z.string(),
  accountId: z.string(),
  accountName: z.string(),
  /** Null for a campaign. */
  campaignId: z.nullable(z.string()),
  campaignName: z.nullable(z.string()),
  /** Null for campaigns and ad sets, and for an ad without an ad set. */
  adSetId: z.nullable(z.string()),
  adSetName: z.nullable(z.string()),
  status: z.enum(adStatuses),
  /** The platform's own status. */
  platformStatus: z.nullable(z.string()),
  budget: z.nullable(z.object({ kind: z.enum(adBudgetKinds), amount: z.number(), isShared: z.boolean() })),
  currency: currencyCode,
  sums: adSums,
  /** The sums of the comparison range. */
  compared: z.nullable(adSums),
  /** Spend of each of the last 30 days of the range, oldest first. */
  sparkline: z.array(z.number()),
  /** Number of rows on the next level. */
  children: z.number(),
});
export type CampaignRow = z.infer<typeof row>;

const account = z.object({
  platform: platformId,
  accountId: z.string(),
  name: z.string(),
  currency: currencyCode,
  timeZone: z.nullable(z.string()),
  /** `reading`: days of the range are being read. `failing`: they could not be read; `problem` has the reason. */
  state: z.enum(overviewAccountStates),
  problem: z.nullable(z.string()),
  /** When the newest days of the range were read; null: never. */
  asOf: z.nullable(instant),
  /** The first of the stored days; null: none yet. */
  completeSince: z.nullable(z.string()),
  /** Where the backfill ends. */
  backfillUntil: z.string(),
  /** The last day that no longer changes; null: none. */
  settledUntil: z.nullable(z.string()),
  /** How the platform credits conversions to ads, in plain words. */
  attribution: z.nullable(z.string()),
});
export type CampaignAccount = z.infer<typeof account>;

const currencyTotals = z.object({
  currency: currencyCode,
  sums: adSums,
  compared: z.nullable(adSums),
  /** The part of the spend used for costs per lead: spend of campaigns that can bring leads to Leadlight. */
  leadSpend: z.object({ current: z.number(), compared: z.nullable(z.number()) }),
});
export type CampaignTotals = z.infer<typeof currencyTotals>;

const campaignsData = z.object({
  range: dayRange,
  comparedRange: z.nullable(dayRange),
  /** Rest rows come last, in any order. Without a status or name filter, they make the totals of all levels equal. */
  rows: z.array(row),
  /** Number of rest rows among all filtered rows. */
  restCount: z.number(),
  /** Sums of all filtered rows by currency, the largest spend first. */
  totals: z.array(currencyTotals),
  /**
   * Leads in the range that no row includes. `organic`: from a form without an ad; `unknown`: with an ad of no connected
   * account; `imported`: without the id of an ad.
   */
  otherLeads: z.object({ organic: z.number(), unknown: z.number(), imported: z.number(), byHand: z.number() }),
  /** Whether people qualify leads of the workspace, or an imported lead of the range or its comparison is qualified. */
  hasQualifiedLeads: z.boolean(),
  accounts: z.array(account),
  /**
   * For each day of the range: whether all filtered accounts have stored and settled it. Failing accounts count only if
   * all accounts fail. `accounts` has the first complete day and the problem of each account.
   */
  days: z.array(z.object({ day: z.string(), isSettled: z.boolean(), isComplete: z.boolean() })),
  ...pageFields,
});
export type Campaigns = z.infer<typeof campaignsData>;

const filterFields = {
  since: dayField,
  until: dayField,
  level: z.optional(z.enum(adLevels)),
  compare: z.optional(z.enum(comparisons)),
  /** Platforms. */
  platform: z.optional(listField),
  /** Ad accounts, each as `platform:id`. */
  account: z.optional(listField),
  /** Statuses. */
  status: z.optional(listField),
  /** The parent of the rows, as `platform:level:id`. */
  parent: z.optional(z.string().check(z.maxLength(200), z.regex(/^[a-z]+:(campaign|adset):[\w-]+$/))),
  sort: z.optional(z.enum(campaignSortKeys)),
  order: z.optional(z.enum(['asc', 'desc'])),
};

const campaignsQuery = z.extend(searchQuery, filterFields);
export type CampaignsQuery = z.infer<typeof campaignsQuery>;

/** Stored metrics of all platforms at one level: campaign, ad set or ad. */
export const listCampaigns = defineEndpoint({
  method: 'GET',
  path: '/campaigns',
  access: 'user',
  summary: 'Campaigns, ad sets or ads of all connected accounts with their metrics',
  query: campaignsQuery,
  response: z.object({ data: campaignsData }),
});

export const campaignTableQuery = z.object({
  ...filterFields,
  search: searchQuery.shape.search,
  /** The columns after the names, in their order, separated by commas. */
  columns: listField.check(
    z.refine((text) => text.split(',').every((id) => campaignColumnIds.some((known) => known === id))),
  ),
});
export type CampaignTableQuery = z.infer<typeof campaignTableQuery>;

/** All rows of a filter, for a file. */
export const tabulateCampaigns = defineEndpoint({
  method: 'GET',
  path: '/campaigns/table',
  access: 'user',
  summary: 'Campaigns, ad sets or ads of a filter as cells, at most 50,000',
  query: campaignTableQuery,
  response: z.object({
    data: z.object({
      columns: z.array(z.string()),
      /** The kind of each column. */
      kinds: z.array(z.enum(['text', 'id', 'money', 'number'])),
      /** The currency of each row. */
      currencies: z.array(z.nullable(z.string())),
      rows: z.array(z.array(z.union([z.string(), z.number(), z.null()]))),
    }),
  }),
});

const objectParams = z.object({
  platform: platformId,
  level: z.enum(adLevels),
  id: z.string().check(z.maxLength(64), z.regex(/^[\w-]+$/)),
});

const lead = z.object({
  /** The platform of the ad. */
  platform: platformId,
  list: z.enum(leadLists),
  leadId: z.string(),
  name: z.string(),
  formName: z.nullable(z.string()),
  createdAt: instant,
});

/** A budget or status change, on the day it was detected. */
const change = z.object({
  day: z.string(),
  what: z.enum(adChangeKinds),
  from: z.nullable(z.string()),
  to: z.nullable(z.string()),
});

const detail = z.object({
  row,
  range: dayRange,
  comparedRange: z.nullable(dayRange),
  /** Daily sums of the range. `isSettled` is false while the platform may still change the day. */
  days: z.array(z.object({ day: z.string(), isSettled: z.boolean(), isComplete: z.boolean(), sums: adSums })),
  comparedDays: z.nullable(z.array(adSums)),
  /** Rows of the next level and a `rest`, the largest spend first. */
  children: z.array(row),
  /** The leads of the range by where they came from. */
  leadSources: z.object({ forms: z.number(), imported: z.number() }),
  newestLeads: z.array(lead),
  settings: z.object({
    objective: z.nullable(z.string()),
    optimizationGoal: z.nullable(z.string()),
    startsAt: z.nullable(instant),
    endsAt: z.nullable(instant),
    timeZone: z.nullable(z.string()),
  }),
  changes: z.array(change),
  /** Its page in the platform's ad manager, or the nearest page. */
  url: z.string(),
});
export type CampaignDetail = z.infer<typeof detail>;

export const getCampaign = defineEndpoint({
  method: 'GET',
  path: '/campaigns/:platform/:level/:id',
  access: 'user',
  summary: 'One campaign, ad set or ad by day, with its children, leads and settings',
  params: objectParams,
  query: z.object({ since: dayField, until: dayField, compare: z.optional(z.enum(comparisons)) }),
  response: z.object({ data: detail }),
});
