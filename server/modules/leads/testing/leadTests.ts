import { eq, sql } from '#server/database/drizzle.ts';
import { listFacebookLeads, listLeads } from '#shared/contracts/leads.ts';
import type { FormLead, Lead } from '#shared/contracts/leads.ts';
import type { LeadPlatformId } from '#shared/platforms.ts';
import { leadEvents } from '#server/database/schema.ts';
import type { JobHandler } from '#server/jobs/JobQueue.ts';
import { createLogger } from '#server/lib/logging/logger.ts';
import { connectPlatform } from '#testing/api/connectPlatform.ts';
import { freePort } from '#testing/freePort.ts';
import { startTestApi } from '#testing/api/startTestApi.ts';
import type { TestApi, TestPerson } from '#testing/api/startTestApi.ts';
import { findLeadRead } from '#server/modules/leads/collect/reconcile/leadReads.store.ts';
import type { LeadReadRow } from '#server/modules/leads/collect/reconcile/leadReads.store.ts';
import type { WorkspaceId } from '#server/lib/WorkspaceId.ts';

export type Person = TestPerson;

/** Starts an API with its own public address, so that the sandbox can deliver webhooks. */
export const startLeadApi = async (env: Record<string, string | undefined> = {}): Promise<TestApi> => {
  const port = await freePort();
  return startTestApi({ env: { API_PORT: String(port), PUBLIC_URL: `http://127.0.0.1:${port}`, ...env } });
};

export const newPerson = (api: TestApi): Promise<Person> => api.registerUser();

const endOfRead = async (
  api: TestApi,
  key: { workspaceId: WorkspaceId; platform: LeadPlatformId },
): Promise<LeadReadRow | null> => {
  const row = await findLeadRead(api.context.db, key);
  return row?.finishedAt && !row.leasedUntil ? row : null;
};

/** Waits until the forms of a new connection are read. */
export const awaitFirstRead = (api: TestApi, { workspaceId }: Person, platform: LeadPlatformId): Promise<LeadReadRow> =>
  api.waitUntil(() => endOfRead(api, { workspaceId, platform }), {
    what: `the first read of ${platform}`,
  });

/** Registers a person, connects a platform and waits until its forms are read. */
export const newReader = async (api: TestApi, platform: LeadPlatformId): Promise<Person> => {
  const person = await newPerson(api);
  await connectPlatform(api, person, platform);
  await awaitFirstRead(api, person, platform);
  return person;
};

/** Reads all leads of a list, in pages of a hundred. */
export const listAllLeads = async (api: TestApi, { token }: Person, platform: LeadPlatformId): Promise<Lead[]> => {
  const found: Lead[] = [];
  for (let page = 1; ; page += 1) {
    const query = { page: String(page), limit: '100' };
    const { body } = await api.request(listLeads[platform], { token, query });
    found.push(...body.data);
    if (body.nextPage === null) return found;
  }
};

export const listFormLeads = async (api: TestApi, { token }: Person): Promise<FormLead[]> =>
  (await api.request(listFacebookLeads, { token })).body.data.data;

/** Moves the last read back by a minute, so that opening a list may start a read again. */
export const underLimitAgain = async (
  api: TestApi,
  { workspaceId }: Person,
  platform: LeadPlatformId,
): Promise<void> => {
  await api.context.db.execute(
    sql`update lead_reads set started_at = started_at - interval '61 seconds' where workspace_id = ${workspaceId} and platform = ${platform}`,
  );
};

export const deliver = (
  api: TestApi,
  path: '/webhooks/meta' | '/webhooks/tiktok',
  body: string,
  headers: Record<string, string> = {},
) => fetch(api.url + path, { method: 'POST', body, headers: { 'content-type': 'application/json', ...headers } });

export const leadEventsOf = (api: TestApi, { workspaceId }: Person) =>
  api.context.db.select().from(leadEvents).where(eq(leadEvents.workspaceId, workspaceId));

/** Runs a job alone, as the queue would. */
export const runJob = <Payload>(
  handler: JobHandler<Payload>,
  payload: Payload,
  signal = new AbortController().signal,
): Promise<void> =>
  handler.run(payload, { log: createLogger('silent'), signal, isLastAttempt: false, progressed: async () => {} });
