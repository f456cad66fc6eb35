import * as z from 'zod/mini';
import {
  findingDirections,
  findingEnds,
  findingFactors,
  findingKinds,
  findingLevels,
  findingMarks,
  findingSampleUnits,
  findingSeriesKinds,
} from '../findings.ts';
import { findingLimits, textLimits } from '../limits.ts';
import { messages } from '../messages.ts';
import { defineEndpoint } from './endpoint.ts';
import { accountIdField, currencyCode, instant, platformId } from './fields.ts';
import { pageFields, pageQuery } from './paging.ts';

const entity = z.object({ level: z.enum(findingLevels), id: z.string(), name: z.string() });

/** Days in the account's time zone, both included. */
const span = z.object({ since: z.string(), until: z.string(), value: z.number() });

const mark = z.object({
  kind: z.enum(findingMarks),
  note: z.nullable(z.string()),
  /** Null if the account is no longer stored. */
  byName: z.nullable(z.string()),
  at: instant,
});

const finding = z.object({
  id: z.string(),
  kind: z.enum(findingKinds),
  platform: platformId,
  accountId: z.string(),
  accountName: z.string(),
  currency: currencyCode,
  entity,
  /** The campaign of the entity; for a form, the campaign with most of its leads. Null for an account or if unknown. */
  campaign: z.nullable(z.object({ id: z.string(), name: z.string() })),
  direction: z.enum(findingDirections),
  /** The day on which it began. */
  since: z.string(),
  /** The day on which it was found. */
  foundOn: z.string(),
  openedAt: instant,
  changedAt: instant,
  /** Null: open. */
  ended: z.nullable(z.object({ on: z.string(), why: z.enum(findingEnds) })),
  /** Costs in units of the currency, leads per day, or leads per thousand impressions. */
  change: z.object({ unit: z.string(), before: span, after: span }),
  /** Largest contribution first. The parts add up to after minus before. */
  causes: z.array(z.object({ entity, factor: z.enum(findingFactors), part: z.number() })),
  /** The money at stake since it began, in units of the currency; null if no price is known. */
  stake: z.nullable(z.number()),
  mark: z.nullable(mark),
});
export type Finding = z.infer<typeof finding>;

const detail = z.extend(finding, {
  evidence: z.object({
    /** Range in which `after` would have been noise. */
    expected: z.object({ low: z.number(), high: z.number() }),
    /** Number of days behind the expectation. */
    baselineDays: z.number(),
    sample: z.object({ unit: z.enum(findingSampleUnits), before: z.number(), after: z.number() }),
    /** The probability that a change of this size is chance; null: not tested. */
    chance: z.nullable(z.number()),
  }),
  series: z.object({
    kind: z.enum(findingSeriesKinds),
    /** Oldest first. `value` is null on missing days; `low` and `high` are null on days without an expectation. */
    days: z.array(
      z.object({
        day: z.string(),
        value: z.nullable(z.number()),
        low: z.nullable(z.number()),
        high: z.nullable(z.number()),
      }),
    ),
  }),
});
export type FindingDetail = z.infer<typeof detail>;

/** A kind that lacks the account history to detect findings. */
const learning = z.object({
  platform: platformId,
  accountId: z.string(),
  accountName: z.string(),
  kind: z.enum(findingKinds),
  until: z.string(),
});

const listField = z.string().check(z.maxLength(textLimits.viewQuery));

export const findingStates = ['open', 'ended', 'all'] as const;

/** Several kinds, platforms or accounts (`platform:id`) are separated by commas. `open` is the default state. */
const findingsQuery = z.extend(pageQuery, {
  state: z.optional(z.enum(findingStates)),
  kind: z.optional(listField),
  platform: z.optional(listField),
  account: z.optional(listField),
});
export type FindingsQuery = z.infer<typeof findingsQuery>;

const findingsData = z.object({
  findings: z.array(finding),
  /** The coverage of the detection. */
  watched: z.object({
    accounts: z.number(),
    campaigns: z.number(),
    forms: z.number(),
    /** The last run; null: none yet. */
    checkedAt: z.nullable(instant),
    learning: z.array(learning),
  }),
  ...pageFields,
});
export type Findings = z.infer<typeof findingsData>;

/** Open findings by money at stake within their currency, the currency with the most findings first; ended ones newest first. */
export const listFindings = defineEndpoint({
  method: 'GET',
  path: '/findings',
  access: 'user',
  summary: 'What has changed in accounts and leads, and why',
  query: findingsQuery,
  response: z.object({ data: findingsData }),
});

const params = z.object({ id: z.string() });

export const getFinding = defineEndpoint({
  method: 'GET',
  path: '/findings/:id',
  access: 'user',
  summary: 'A finding with its evidence and the days around it',
  params,
  response: z.object({ data: detail }),
});

/** A null `mark` removes the mark. */
export const markFinding = defineEndpoint({
  method: 'PATCH',
  path: '/findings/:id',
  access: 'user',
  summary: 'Mark a finding as seen, expected or fixed, or take that back',
  params,
  body: z.strictObject({
    mark: z.nullable(z.enum(findingMarks)),
    note: z.optional(z.string().check(z.trim(), z.maxLength(findingLimits.note))),
  }),
  response: z.object({ message: z.string(), data: finding }),
});

const monthField = z.string().check(z.regex(/^\d{4}-(0[1-9]|1[0-2])$/, messages.validation.invalidField('month')));

const budget = z.object({
  platform: platformId,
  accountId: z.string(),
  accountName: z.string(),
  currency: currencyCode,
  month: z.string(),
  /** The budget entered by a person. Null: `platformAmount` applies. */
  amount: z.nullable(z.number()),
  /** Monthly total of the daily budgets of all running campaigns; null if a campaign has no daily budget. */
  platformAmount: z.nullable(z.number()),
  /** Spent in the month so far. */
  spent: z.number(),
});
export type Budget = z.infer<typeof budget>;

export const listBudgets = defineEndpoint({
  method: 'GET',
  path: '/budgets',
  access: 'user',
  summary: 'The budgets of a month, one for each ad account',
  query: z.object({ month: monthField }),
  response: z.object({ data: z.array(budget) }),
});

/** A null `amount` removes the budget. */
export const saveBudget = defineEndpoint({
  method: 'PUT',
  path: '/budgets',
  access: 'user',
  summary: 'Set the budget of an ad account for a month',
  body: z.strictObject({
    platform: platformId,
    accountId: accountIdField,
    month: monthField,
    amount: z.nullable(z.number().check(z.positive(), z.maximum(findingLimits.budget))),
  }),
  response: z.object({ message: z.string(), data: budget }),
});

/** For marks beside campaigns on any page. At most `findingLimits.markedCampaigns`, the most findings first. */
export const listFindingCampaigns = defineEndpoint({
  method: 'GET',
  path: '/finding-campaigns',
  access: 'user',
  summary: 'The campaigns with open findings',
  response: z.object({
    data: z.array(z.object({ platform: platformId, campaignId: z.string(), findings: z.number() })),
  }),
});

/** The week in a few sentences about the largest findings. */
const insightsSummary = z.object({
  /** The Monday of the week, in UTC. */
  week: z.string(),
  text: z.string(),
  writtenAt: instant,
});
export type InsightsSummary = z.infer<typeof insightsSummary>;

export const getInsightsSummary = defineEndpoint({
  method: 'GET',
  path: '/insights/summary',
  access: 'user',
  summary: 'What the open findings say about the week; null if there are none',
  response: z.object({ data: z.nullable(insightsSummary) }),
});
