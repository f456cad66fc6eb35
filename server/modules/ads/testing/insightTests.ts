import { addDays, utcDay } from '#shared/lib/dateRange.ts';
import type { DateRange } from '#shared/lib/dateRange.ts';
import { platformIds } from '#shared/platforms.ts';
import type { PlatformId } from '#shared/platforms.ts';
import { sql } from '#server/database/drizzle.ts';
import type { AppContext } from '#server/AppContext.ts';
import { createLogger } from '#server/lib/logging/logger.ts';
import { listStoredAccounts } from '#server/modules/ads/accounts/adAccounts.store.ts';
import type { PlatformAccount } from '#server/providers/PlatformAccount.ts';
import { connectPlatform } from '#testing/api/connectPlatform.ts';
import { readCallCounts } from '#testing/sandbox/sandboxControl.ts';
import type { TestApi, TestPerson } from '#testing/api/startTestApi.ts';
import { listInsightAccounts } from '#server/modules/ads/insightAccounts.store.ts';
import { readInsightsHandler } from '#server/modules/ads/days/readInsights.handler.ts';
import type { WorkspaceId } from '#server/lib/WorkspaceId.ts';

export type Person = TestPerson;

export const newPerson = (api: TestApi): Promise<Person> => api.registerUser();

/** The first two months of an account, in any time zone. */
const firstDays = 58;

/** Waits until two months of each account are stored or a read has failed, and no read is running. */
export const awaitReads = (api: TestApi, { workspaceId }: Person, platform: PlatformId) =>
  api.waitUntil(
    async () => {
      const all = await listInsightAccounts(api.context.db, workspaceId);
      const rows = all.filter((row) => row.platform === platform);
      const since = addDays(utcDay(new Date()), -firstDays);
      const isAtRest = rows.every(
        ({ leaseId, problem, adsProblem, adsSince }) =>
          leaseId === null && ((problem ?? adsProblem) !== null || (adsSince !== null && adsSince <= since)),
      );
      return rows.length > 0 && isAtRest ? rows : null;
    },
    { what: `the reads of ${platform}` },
  );

/** A new person with platforms whose default days are stored. */
export const newOwner = async (api: TestApi, platforms: readonly PlatformId[] = platformIds): Promise<Person> => {
  const person = await newPerson(api);
  for (const platform of platforms) await connectPlatform(api, person, platform);
  for (const platform of platforms) await awaitReads(api, person, platform);
  return person;
};

/** Stores the rest of the past, as after the first hours of a connection, and waits for the end of its reads. */
export const storePast = async ({ context: { db }, waitUntil }: TestApi, { workspaceId }: Person): Promise<void> => {
  await db.execute(sql`
    insert into ad_days (workspace_id, platform, account_id, level, day, read_at, is_settled)
    select a.workspace_id, a.platform, a.account_id, reported.level, current_date - age, now(), true
    from insight_accounts as a
    cross join (values ('campaign'), ('ad')) as reported (level) cross join generate_series(50, 400) as age
    where a.workspace_id = ${workspaceId}
    on conflict do nothing`);
  await waitUntil(
    async () => {
      const { rows } = await db.execute(sql`
        select 1 from jobs.job_common
        where name = 'read-past-insights' and group_id = ${workspaceId} and state in ('created', 'retry', 'active')`);
      return rows.length === 0;
    },
    { what: 'the end of the reads of the past' },
  );
};

export const accountsOf = (api: TestApi, { workspaceId }: Person, platform: PlatformId): Promise<PlatformAccount[]> =>
  listStoredAccounts(api.context.db, workspaceId, platform);

/** The same API at a later time. */
export const later = (context: AppContext, ms: number): AppContext => ({
  ...context,
  clock: { now: () => new Date(Date.now() + ms) },
});

/** A week that is not read by default. */
export const oldWeek = (daysBack = 120): DateRange => {
  const until = addDays(utcDay(new Date()), -daysBack);
  return { since: addDays(until, -6), until };
};

const insightCall = /insights|searchStream|report\/integrated/;

/** Number of metric calls, or of calls of another kind, to a platform so far. */
export const countInsightCalls = async (api: TestApi, platform: PlatformId, kind = insightCall): Promise<number> =>
  Object.entries(await readCallCounts(api.sandbox))
    .filter(([call]) => call.startsWith(`${platform} `) && kind.test(call))
    .reduce((sum, [, count]) => sum + count, 0);

/** Runs the job as a worker does. */
export const runRead = (
  context: AppContext,
  owner: { workspaceId: WorkspaceId; platform: PlatformId },
): Promise<void> =>
  readInsightsHandler(context).run(owner, {
    log: createLogger('silent'),
    signal: new AbortController().signal,
    isLastAttempt: true,
    progressed: () => Promise.resolve(),
  });
