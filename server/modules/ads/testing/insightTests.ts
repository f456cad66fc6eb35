import { addDays, utcDay } from '#shared/lib/dateRange.ts';
import type { DateRange } from '#shared/lib/dateRange.ts';
import { platformIds } from '#shared/platforms.ts';
import type { PlatformId } from '#shared/platforms.ts';
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

/** Waits until each account of a connection was read or has failed and no read is running. */
export const awaitReads = (api: TestApi, { workspaceId }: Person, platform: PlatformId) =>
  api.waitUntil(
    async () => {
      const all = await listInsightAccounts(api.context.db, workspaceId);
      const rows = all.filter((row) => row.platform === platform);
      const isAtRest = rows.every((row) => row.leaseId === null && (row.readAt ?? row.problem) !== null);
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

/** Number of metric calls to a platform so far. */
export const countInsightCalls = async (api: TestApi, platform: PlatformId): Promise<number> =>
  Object.entries(await readCallCounts(api.sandbox))
    .filter(([call]) => call.startsWith(`${platform} `) && insightCall.test(call))
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
