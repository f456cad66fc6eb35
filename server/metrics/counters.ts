import { Counter, Histogram } from 'prom-client';
import type { ServerEventName } from '#shared/socketEvents.ts';
import type { PlatformId } from '#shared/platforms.ts';
import type { Patience } from '#server/providers/calls/retry.ts';
import { processRegistry } from './registry.ts';

/*
 * Counters of this process. Labels have few values: declared routes, kinds of jobs, names of endpoints. A label never
 * holds an address, an id or any other data from a person or a platform.
 */

const registers = [processRegistry];

export type ServingRole = 'web' | 'api' | 'worker';

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/** Site responses by method and first digit of the status. Plain sums, because thousands arrive per second. */
const siteAnswers = { GET: new Float64Array(10), HEAD: new Float64Array(10) };

const statusClass = (status: number): string => `${Math.floor(status / 100)}xx`;

const requests = new Counter({
  name: 'leadlight_http_requests_total',
  help: 'Answered requests by route; "aborted": the client disconnected first.',
  labelNames: ['role', 'method', 'route', 'status'],
  registers,
  collect() {
    for (const method of ['GET', 'HEAD'] as const)
      for (const [digit, count] of siteAnswers[method].entries())
        if (count > 0) this.inc({ role: 'web', method, route: 'site', status: statusClass(digit * 100) }, count);
    siteAnswers.GET.fill(0);
    siteAnswers.HEAD.fill(0);
  },
});

const requestSeconds = new Histogram({
  name: 'leadlight_http_request_duration_seconds',
  help: 'Time from the request headers to the end of the response. Prepared site responses are not timed.',
  labelNames: ['role', 'method', 'route'],
  buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15, 60],
  registers,
});

export type AnsweredRequest = {
  role: ServingRole;
  method: string;
  /** As declared, e.g. `/api/exports/:id`. */
  route: string;
  status: number;
  isAborted: boolean;
  seconds: number;
};

export const countRequest = ({ role, method, route, status, isAborted, seconds }: AnsweredRequest): void => {
  const known = methods.includes(method) ? method : 'other';
  requests.inc({ role, method: known, route, status: isAborted ? 'aborted' : statusClass(status) });
  requestSeconds.observe({ role, method: known, route }, seconds);
};

/** Counts a prepared response: a page or a file of the build. */
export const countSiteAnswer = (method: string, status: number): void => {
  const counts = method === 'HEAD' ? siteAnswers.HEAD : siteAnswers.GET;
  const digit = Math.floor(status / 100);
  counts[digit] = (counts[digit] ?? 0) + 1;
};

const jobs = new Counter({
  name: 'leadlight_jobs_total',
  help: 'Finished job attempts: done, retry (failed, will be retried), failed (last attempt), dead-lettered.',
  labelNames: ['kind', 'outcome'],
  registers,
});

const jobSeconds = new Histogram({
  name: 'leadlight_job_duration_seconds',
  help: 'Duration of a job attempt.',
  labelNames: ['kind'],
  buckets: [0.05, 0.25, 1, 5, 15, 60, 300, 900],
  registers,
});

export type JobOutcome = 'done' | 'retry' | 'failed' | 'dead-lettered';

/** Starts the counters of a job type at 0. Prometheus sees no increase in a series that first appears as 1. */
export const beginJobCounts = (kind: string): void => {
  for (const outcome of ['done', 'retry', 'failed', 'dead-lettered'] satisfies JobOutcome[])
    jobs.inc({ kind, outcome }, 0);
};

export const countJob = (kind: string, outcome: JobOutcome, seconds: number): void => {
  jobs.inc({ kind, outcome });
  jobSeconds.observe({ kind }, seconds);
};

const providerCalls = new Counter({
  name: 'leadlight_provider_calls_total',
  help: 'Calls to platforms by status class; 429, no_answer and cancelled (by Leadlight) are separate.',
  labelNames: ['platform', 'endpoint', 'outcome'],
  registers,
});

const providerSeconds = new Histogram({
  name: 'leadlight_provider_call_duration_seconds',
  help: 'Duration of a call to a platform, including the body.',
  labelNames: ['platform', 'endpoint'],
  buckets: [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60],
  registers,
});

/** @param result the response status, or the reason for a missing response */
export const countProviderCall = (
  platform: PlatformId,
  endpoint: string,
  result: number | 'no_answer' | 'cancelled',
  seconds: number,
): void => {
  const outcome = typeof result === 'string' ? result : result === 429 ? '429' : statusClass(result);
  providerCalls.inc({ platform, endpoint, outcome });
  providerSeconds.observe({ platform, endpoint }, seconds);
};

const turnSeconds = new Histogram({
  name: 'leadlight_provider_turn_wait_seconds',
  help: 'How long calls waited for the call budget that all processes share.',
  labelNames: ['platform', 'patience'],
  buckets: [0.01, 0.1, 0.5, 1, 2.5, 5, 10, 30, 120],
  registers,
});

export const observeTurnWait = (platform: PlatformId, patience: Patience, seconds: number): void =>
  turnSeconds.observe({ platform, patience }, seconds);

const refusedTurns = new Counter({
  name: 'leadlight_provider_turns_refused_total',
  help: 'Calls that were not made: the wait would have been too long, or the platform asked for a pause.',
  labelNames: ['platform', 'patience'],
  registers,
});

export const countRefusedTurn = (platform: PlatformId, patience: Patience): void =>
  refusedTurns.inc({ platform, patience });

const openedCircuits = new Counter({
  name: 'leadlight_provider_circuits_opened_total',
  help: 'Circuits that opened after consecutive failures, for a whole endpoint or for one account.',
  labelNames: ['platform', 'scope'],
  registers,
});

export const countOpenedCircuit = (platform: PlatformId, scope: 'endpoint' | 'account'): void =>
  openedCircuits.inc({ platform, scope });

const throttled = new Counter({
  name: 'leadlight_rate_limited_total',
  help: 'Requests refused by a rate limit, by limit.',
  labelNames: ['limit'],
  registers,
});

export const countThrottled = (limit: string): void => throttled.inc({ limit });

const refusedBodies = new Counter({
  name: 'leadlight_bodies_refused_total',
  help: 'Request bodies refused because the process held too many bytes of bodies, by budget.',
  labelNames: ['budget'],
  registers,
});

export const countRefusedBody = (budget: string): void => refusedBodies.inc({ budget });

const notifications = new Counter({
  name: 'leadlight_notifications_total',
  help: 'Notifications stored for a person and announced.',
  labelNames: ['event'],
  registers,
});

export const countNotification = (event: ServerEventName): void => notifications.inc({ event });

const socketEvents = new Counter({
  name: 'leadlight_socket_events_total',
  help: 'Events sent to the sockets of a person; several sockets count once.',
  labelNames: ['event'],
  registers,
});

export const countSocketEvent = (event: ServerEventName): void => socketEvents.inc({ event });
