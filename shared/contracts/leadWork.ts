import * as z from 'zod/mini';
import { editableKeys } from '../customLeadColumns.ts';
import type { EditableValues } from '../customLeadColumns.ts';
import { leadMeanings, leadStatusColors } from '../leadStatuses.ts';
import { importLimits, leadWorkLimits, textLimits } from '../limits.ts';
import { currencyDecimals, fitsCurrency } from '../lib/currencyDecimals.ts';
import { messages } from '../messages.ts';
import { defineEndpoint } from './endpoint.ts';
import { instant } from './fields.ts';
import { leadLists } from '../leadLists.ts';
import { pageFields, pageQuery } from './paging.ts';

const named = (maximum: number) => z.string().check(z.trim(), z.minLength(1), z.maxLength(maximum));

const status = z.object({
  id: z.string(),
  name: named(leadWorkLimits.statusName),
  color: z.enum(leadStatusColors),
  meaning: z.enum(leadMeanings),
});

const statuses = z.object({ data: z.array(status) });

export const listLeadStatuses = defineEndpoint({
  method: 'GET',
  path: '/lead-statuses',
  access: 'user',
  summary: 'The steps of the workspace’s ladder of lead statuses, in order',
  response: statuses,
});

/**
 * All steps. A step without an id is new. A missing step is removed, and its leads move to the step in `moves`; without
 * a target the answer is 409. `texts` maps imported status texts to steps; null: the step with the same name, if any.
 * `basedOn` is the edited ladder. If the ladder has changed since, the answer is 412 and nothing is changed.
 */
export const saveLeadStatuses = defineEndpoint({
  method: 'PUT',
  path: '/lead-statuses',
  access: 'owner',
  summary: 'Replace the ladder of lead statuses',
  body: z.object({
    statuses: z
      .array(z.strictObject({ ...status.shape, id: z.optional(z.string()) }))
      .check(z.minLength(1), z.maxLength(leadWorkLimits.statuses)),
    basedOn: z.optional(z.array(status).check(z.maxLength(leadWorkLimits.statuses))),
    moves: z.optional(
      z.array(z.strictObject({ from: z.string(), to: z.string() })).check(z.maxLength(leadWorkLimits.statuses)),
    ),
    texts: z.optional(
      z
        .array(z.strictObject({ text: named(leadWorkLimits.statusText), statusId: z.nullable(z.string()) }))
        .check(z.maxLength(leadWorkLimits.statusTexts)),
    ),
  }),
  response: z.object({ message: z.string(), ...statuses.shape }),
});

const statusUse = z.object({
  /** Number of leads that people moved to each step. */
  steps: z.array(z.object({ id: z.string(), leads: z.number() })),
  /** The status texts of imported leads, the most frequent first. `isMapped`: by hand, not by an equal name. */
  texts: z.array(
    z.object({ text: z.string(), leads: z.number(), statusId: z.nullable(z.string()), isMapped: z.boolean() }),
  ),
});
export type LeadStatusUse = z.infer<typeof statusUse>;

export const getLeadStatusUse = defineEndpoint({
  method: 'GET',
  path: '/lead-status-use',
  access: 'user',
  summary: 'How many leads have each status, and what imported status texts mean',
  response: z.object({ data: statusUse }),
});

const value = z.nullable(
  z
    .object({
      amount: z.number().check(z.minimum(0), z.maximum(leadWorkLimits.amount)),
      currency: z.string().check(z.regex(/^[A-Z]{3}$/, messages.leadWork.unknownCurrency)),
    })
    .check(
      z.refine(({ amount, currency }) => fitsCurrency(amount, currency), {
        error: ({ input }) => {
          const { currency } = input as { currency: string };
          return messages.amounts.tooManyDecimals(currency, currencyDecimals(currency));
        },
      }),
    ),
);

/** A lead from any source, with people's work on it. `id` is `<list>:<id in that list>`. */
export const workedLead = z.object({
  id: z.string(),
  list: z.enum(leadLists),
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  /** Sent by a platform's test tool. Test leads do not count in response times and campaigns. */
  isTest: z.boolean(),
  formId: z.nullable(z.string()),
  formName: z.nullable(z.string()),
  campaignId: z.nullable(z.string()),
  campaignName: z.nullable(z.string()),
  /** When the form was sent. Of an imported lead, its `created_time` if that is clear, or the import. */
  createdAt: instant,
  statusId: z.string(),
  assigneeId: z.nullable(z.string()),
  tags: z.array(z.string()),
  value,
  /** The first change of status or note; null: no response yet. */
  respondedAt: z.nullable(instant),
  /** The arrival, or the last change or note. */
  activeAt: instant,
  /** Grows with each change of status, assignee, tags or value. For `If-Match`. */
  version: z.number(),
  /** Number of leads of this person, if another lead arrived before this one. */
  personLeads: z.optional(z.number()),
});
export type WorkedLead = z.infer<typeof workedLead>;

export const leadSortKeys = [
  'arrival',
  'activity',
  'name',
  'status',
  'assignee',
  'source',
  'campaign',
  'value',
] as const;
export type LeadSortKey = (typeof leadSortKeys)[number];

export const leadSorting = {
  sort: z.optional(z.enum(leadSortKeys)),
  order: z.optional(z.enum(['asc', 'desc'])),
};

/**
 * Lists of values are separated by commas. `assignee`: ids of members, or `none`. `form` and `campaign`: an id or a
 * name. `question` is a form question or the title of an imported column, and `answer` is one of its values. Days are
 * in UTC. The list `custom` includes leads of platforms that were also imported.
 */
export const leadFilters = {
  list: z.optional(z.string().check(z.maxLength(textLimits.search))),
  status: z.optional(z.string().check(z.maxLength(textLimits.viewQuery))),
  assignee: z.optional(z.string().check(z.maxLength(textLimits.viewQuery))),
  tag: z.optional(z.string().check(z.maxLength(textLimits.search))),
  form: z.optional(z.string().check(z.maxLength(textLimits.search))),
  campaign: z.optional(z.string().check(z.maxLength(textLimits.search))),
  since: z.optional(z.iso.date()),
  until: z.optional(z.iso.date()),
  question: z.optional(z.string().check(z.maxLength(leadWorkLimits.question))),
  answer: z.optional(z.string().check(z.maxLength(leadWorkLimits.question))),
  search: z.optional(z.string().check(z.maxLength(textLimits.search))),
  /** Only leads of a person with an earlier lead. */
  duplicates: z.optional(z.literal('true')),
  /** Leads without a first response; `overdue`: for longer than the goal of the workspace. */
  response: z.optional(z.enum(['waiting', 'overdue'])),
};
const filters = z.object(leadFilters);
export type LeadFilterQuery = z.infer<typeof filters>;

export const listWorkedLeads = defineEndpoint({
  method: 'GET',
  path: '/leads',
  access: 'user',
  summary: 'Leads of all sources with their status, assignee, tags and value',
  query: z.object({
    ...pageQuery.shape,
    ...leadFilters,
    ...leadSorting,
  }),
  response: z.object({ data: z.array(workedLead), ...pageFields }),
});
export type WorkedLeadsQuery = z.infer<NonNullable<(typeof listWorkedLeads)['query']>>;

const column = z.object({
  statusId: z.string(),
  totalItems: z.number(),
  /** Total value of its leads, by currency. */
  values: z.array(z.object({ amount: z.number(), currency: z.string() })),
  /** The newest leads. `GET /leads` with this status has the others. */
  leads: z.array(workedLead),
});
export type BoardColumn = z.infer<typeof column>;

export const getLeadBoard = defineEndpoint({
  method: 'GET',
  path: '/lead-board',
  access: 'user',
  summary: 'Leads of all sources by status: numbers, values, and the newest leads of each status',
  query: filters,
  response: z.object({ data: z.array(column) }),
});

const facets = z.object({
  forms: z.array(z.object({ id: z.string(), name: z.string() })),
  campaigns: z.array(z.object({ id: z.string(), name: z.string() })),
  tags: z.array(z.string()),
  questions: z.array(z.object({ name: z.string(), answers: z.array(z.string()) })),
});
export type LeadFacets = z.infer<typeof facets>;

export const getLeadFacets = defineEndpoint({
  method: 'GET',
  path: '/lead-facets',
  access: 'user',
  summary: 'Values of the newest leads by which the list can be filtered',
  response: z.object({ data: facets }),
});

/** `edited`: a column of a custom lead, named by `note`. `added`: by hand. */
export const leadEntryKinds = [
  'status',
  'assignee',
  'tags',
  'value',
  'note',
  'merged',
  'separated',
  'edited',
  'added',
] as const;

/**
 * An event in the history of a lead. `authorName` is null if the account was deleted. Values are display texts. For a
 * merge, `after` is the name of the other lead; for a separation, `before` is the name of the remaining lead.
 */
const entry = z.object({
  id: z.string(),
  at: instant,
  kind: z.enum(leadEntryKinds),
  authorId: z.nullable(z.string()),
  authorName: z.nullable(z.string()),
  note: z.nullable(z.string()),
  before: z.nullable(z.string()),
  after: z.nullable(z.string()),
  /** The id of the merged lead that had this event. */
  mergedLead: z.optional(z.string()),
});

export const answer = z.object({ name: z.string(), values: z.array(z.string()) });
/** Values of some columns of a custom lead. */
const leadValues = z.strictObject(
  Object.fromEntries(
    editableKeys.map((key) => [key, z.optional(z.string().check(z.trim(), z.maxLength(importLimits.valueCharacters)))]),
  ),
) as z.ZodMiniType<EditableValues>;

const params = z.object({ id: z.string() });

export const leadDetail = z.object({
  ...workedLead.shape,
  /** All fields from the source, in source order. */
  answers: z.array(answer),
  adId: z.nullable(z.string()),
  adName: z.nullable(z.string()),
  /** The phone number with its country code, which may be the workspace's; null for an unknown country or no number. */
  phoneE164: z.nullable(z.string()),
  /** Of the campaign that brought the lead, else of most ad accounts; null without ad accounts. */
  accountCurrency: z.nullable(z.string()),
  /** Newest first, including entries of merged leads. */
  entries: z.array(entry),
  /** The values of the imported row, without empty ones, which people can edit. Missing for a lead that was not imported. */
  values: z.optional(z.record(z.string(), z.string())),
  /** The lead shown in place of this lead, if it is merged. */
  mergedInto: z.optional(z.string()),
});
export type LeadDetail = z.infer<typeof leadDetail>;

export const getWorkedLead = defineEndpoint({
  method: 'GET',
  path: '/leads/:id',
  access: 'user',
  summary: 'A lead with its answers and everything that happened to it',
  params,
  response: z.object({ data: leadDetail }),
});

/**
 * Changes the fields in the body. Needs `If-Match` with the edited version, except for a note alone. If the lead has
 * changed since, the answer is 412 and nothing is changed.
 */
export const changeLead = defineEndpoint({
  method: 'PATCH',
  path: '/leads/:id',
  access: 'user',
  summary: 'Set status, assignee, tags or value of a lead, or add a note',
  takesIdempotencyKey: true,
  params,
  body: z.strictObject({
    statusId: z.optional(z.string()),
    assigneeId: z.optional(z.nullable(z.string())),
    tags: z.optional(z.array(named(leadWorkLimits.tag)).check(z.maxLength(leadWorkLimits.tags))),
    value: z.optional(value),
    note: z.optional(named(leadWorkLimits.note)),
    /** Only for imported leads; the data of a platform stays as it was sent. */
    values: z.optional(leadValues),
    /** The former values of a slip: a status that was set by mistake is no response to the lead. */
    isUndo: z.optional(z.literal(true)),
  }),
  response: z.object({ message: z.string(), data: leadDetail }),
});

/** A custom lead with at least a name, an e-mail address or a phone number. */
export const createLead = defineEndpoint({
  method: 'POST',
  path: '/leads',
  access: 'user',
  summary: 'Add a lead by hand',
  takesIdempotencyKey: true,
  body: z.strictObject({ values: leadValues }),
  response: z.object({ message: z.string(), data: leadDetail }),
});
