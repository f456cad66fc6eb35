import * as z from 'zod/mini';
import { isTimeZone } from '../lib/localTime.ts';
import { leadWorkLimits } from '../limits.ts';
import { messages } from '../messages.ts';
import { defineEndpoint } from './endpoint.ts';
import { dayField, dayRange, instant } from './fields.ts';

const time = z.string().check(z.regex(/^(?:[01]\d|2[0-3]):[0-5]\d$|^24:00$/, messages.responses.invalidTime));

const officeHours = z
  .strictObject({
    /** 1 for Monday to 7 for Sunday. */
    days: z
      .array(z.int().check(z.minimum(1), z.maximum(7)))
      .check(z.minLength(1, messages.responses.noDays), z.maxLength(7)),
    /** Local times, as `09:00`; `24:00` is the end of the day. */
    opens: time,
    closes: time,
    timeZone: z.string().check(z.maxLength(64), z.refine(isTimeZone, messages.responses.unknownTimeZone)),
  })
  .check(z.refine(({ opens, closes }) => opens < closes, messages.responses.closesFirst));

const goal = {
  /** Minutes of office time until the first response; null: no goal, and nothing is overdue. */
  minutes: z.nullable(
    z
      .int(messages.responses.invalidMinutes)
      .check(
        z.minimum(1, messages.responses.invalidMinutes),
        z.maximum(leadWorkLimits.responseMinutes, messages.responses.invalidMinutes),
      ),
  ),
  /** Null: all hours count. */
  officeHours: z.nullable(officeHours),
};

/** `since`: earlier leads do not count. */
const clock = z.object({ ...goal, since: instant });

export const getResponseGoal = defineEndpoint({
  method: 'GET',
  path: '/response-goal',
  access: 'user',
  summary: 'How soon leads should have a first response, and in which hours',
  response: z.object({ data: clock }),
});

export const saveResponseGoal = defineEndpoint({
  method: 'PUT',
  path: '/response-goal',
  access: 'owner',
  summary: 'Set how soon leads should have a first response, and in which hours',
  body: z.strictObject(goal),
  response: z.object({ message: z.string(), data: clock }),
});

export const responseGroupings = ['form', 'campaign', 'person'] as const;
export type ResponseGrouping = (typeof responseGroupings)[number];

const times = {
  /** Leads with a first response, the basis of the other values. */
  answered: z.number(),
  /** Leads without a first response. */
  unanswered: z.number(),
  /** Median first response in seconds of office time. Null without responses. */
  median: z.nullable(z.number()),
  /** 90th percentile. */
  p90: z.nullable(z.number()),
};

const responseTimes = z.object({
  range: dayRange,
  /** Earlier leads do not count. */
  since: instant,
  total: z.object(times),
  /** The most answered leads first. */
  rows: z.array(
    z.object({
      ...times,
      /** Name of the form, campaign or person; null if unknown. */
      id: z.nullable(z.string()),
      name: z.nullable(z.string()),
      /** Null for a person, who has no leads before they respond. */
      unanswered: z.nullable(z.number()),
    }),
  ),
});
export type ResponseTimes = z.infer<typeof responseTimes>;

export const getResponseTimes = defineEndpoint({
  method: 'GET',
  path: '/response-times',
  access: 'user',
  summary: 'How long leads of a date range waited for their first response, by form, campaign or person',
  query: z.object({ since: dayField, until: dayField, by: z.enum(responseGroupings) }),
  response: z.object({ data: responseTimes }),
});
