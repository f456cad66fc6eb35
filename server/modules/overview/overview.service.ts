import { setTimeout } from 'node:timers/promises';
import type { Connection } from '#shared/contracts/connections.ts';
import type { Overview } from '#shared/contracts/overview.ts';
import type { DateRange } from '#shared/lib/dateRange.ts';
import { byPlatform, emptyAccountsByPlatform, platformIds } from '#shared/platforms.ts';
import type { AppContext } from '#server/AppContext.ts';
import { listStoredAccounts } from '#server/modules/adAccounts/adAccounts.store.ts';
import { readConnections } from '#server/modules/connections/connections.service.ts';
import { beginInsightsJob, insightKeyOf } from '#server/modules/insights/insights.jobs.ts';
import { requireAllowedRange } from '#server/modules/insights/requireAllowedRange.ts';
import type { PlatformAccount } from '#server/providers/AdPlatform.ts';
import { findUser } from '#server/modules/users/users.store.ts';
import { readAccountStates } from './accountStates.ts';
import { chooseAccounts } from './chooseAccounts.ts';
import type { ChosenAccount, ListedAccounts } from './chooseAccounts.ts';
import { presentNewestLead, presentSeries, presentTotals } from './overview.present.ts';
import { hasStoredDays, listLargestCampaigns, listNewestLeads, listStoredSpans, sumRanges } from './overview.store.ts';
import { previousRangeOf, readableRange } from './overviewRanges.ts';

/** How long the first look at new accounts waits for something to show. */
const firstRowsWaitMs = 1_500;
const firstPollMs = 50;
const slowestPollMs = 250;
/** So long after a grant its accounts may still be being listed. */
const listingMs = 30_000;

const listAccounts = async ({ db }: Pick<AppContext, 'db'>, userId: string): Promise<ListedAccounts> => {
  const listed = byPlatform((): PlatformAccount[] => []);
  for (const platform of platformIds) listed[platform] = await listStoredAccounts(db, userId, platform);
  return listed;
};

/** Connections whose ad accounts are not known yet: new ones, and those whose accounts could not be listed then. */
const findUnlisted = (connections: readonly Connection[], listed: ListedAccounts): Connection[] =>
  connections.filter(({ platform, state }) => state === 'connected' && listed[platform].length === 0);

const isNew = (context: Pick<AppContext, 'clock'>, { connectedAt }: Connection): boolean =>
  connectedAt !== null && context.clock.now().getTime() - Date.parse(connectedAt) < listingMs;

const toChosen = (userId: string, accounts: readonly ChosenAccount[]) => ({
  userId,
  accounts: accounts.map(({ platform, id }) => ({ platform, accountId: id })),
});

/** What the overview is about, as it stands now. */
const look = async (
  context: Pick<AppContext, 'clock' | 'db' | 'storage' | 'jobs' | 'platforms'>,
  userId: string,
  range: DateRange,
  previous: DateRange,
) => {
  const connections = await readConnections(context, userId);
  const listed = await listAccounts(context, userId);
  const user = await findUser(context.db, userId);
  const { chosen, leftOut } = chooseAccounts(listed, { ...emptyAccountsByPlatform(), ...user?.defaultAccounts });
  const readable = readableRange(range, previous, context.clock.now());
  const states = await readAccountStates(context, { userId, accounts: chosen, connections, range: readable });
  const spans = await listStoredSpans(context.db, toChosen(userId, chosen), range);
  const unlisted = findUnlisted(connections, listed);
  const isReading =
    states.some(({ state }) => state === 'reading') || unlisted.some((connection) => isNew(context, connection));
  return { connections, chosen, leftOut, states, spans, unlisted, isReading };
};

/** Has accounts listed that could not be when they were connected. */
const listAgain = async (
  context: Pick<AppContext, 'clock' | 'storage' | 'jobs'>,
  userId: string,
  unlisted: readonly Connection[],
): Promise<void> => {
  for (const connection of unlisted) {
    if (isNew(context, connection) || context.storage.isFull()) continue;
    const owner = { userId, platform: connection.platform };
    await context.jobs.enqueue(beginInsightsJob, owner, { singletonKey: insightKeyOf(owner) });
  }
};

/** Waits until something is stored, for a moment at most or until the client has gone; its job may run anywhere. */
const awaitFirstRows = async (
  { db }: Pick<AppContext, 'db'>,
  userId: string,
  range: DateRange,
  signal: AbortSignal,
): Promise<void> => {
  const endsAt = performance.now() + firstRowsWaitMs;
  for (
    let lookMs = firstPollMs;
    !signal.aborted && performance.now() < endsAt && !(await hasStoredDays(db, userId, range));
    lookMs = Math.min(lookMs * 1.5, slowestPollMs)
  )
    await setTimeout(lookMs);
};

/**
 * The figures of a date range and of the one before, out of the store. What is missing or stale there is read by a job;
 * only while there is nothing at all to show, this waits a moment for it.
 * @throws AppError 400 for dates
 */
export const readOverview = async (
  context: Pick<AppContext, 'clock' | 'db' | 'storage' | 'jobs' | 'platforms'>,
  userId: string,
  asked: DateRange,
  signal: AbortSignal,
): Promise<Overview> => {
  const range = requireAllowedRange(context, asked);
  const previous = previousRangeOf(range);
  let seen = await look(context, userId, range, previous);
  await listAgain(context, userId, seen.unlisted);
  if (seen.isReading && seen.spans.length === 0) {
    await awaitFirstRows(context, userId, range, signal);
    seen = await look(context, userId, range, previous);
  }

  const { connections, chosen, leftOut, states, spans, isReading } = seen;
  const summed = toChosen(userId, chosen);
  const { days, ranges } = await sumRanges(context.db, summed, range, previous);
  const names = new Map(chosen.map(({ platform, id, name }) => [`${platform}:${id}`, name]));
  const readTimes = new Map(spans.map(({ platform, accountId, readAt }) => [`${platform}:${accountId}`, readAt]));
  const campaigns = await listLargestCampaigns(context.db, summed, range);
  const newestLeads = await listNewestLeads(context.db, userId);
  return {
    range,
    previousRange: previous,
    totals: { current: presentTotals(ranges, true), previous: presentTotals(ranges, false) },
    series: presentSeries(days, range, previous),
    campaigns: campaigns.map((campaign) => ({
      ...campaign,
      accountName: names.get(`${campaign.platform}:${campaign.accountId}`) ?? campaign.accountId,
    })),
    newestLeads: newestLeads.map(presentNewestLead),
    accounts: chosen.map(({ platform, id, name, currency, timeZone }, index) => ({
      platform,
      accountId: id,
      name,
      currency,
      timeZone,
      attribution: context.platforms[platform]?.attribution ?? null,
      ...(states[index] ?? { state: 'ready', problem: null, missingDays: 0 }),
      readAt: readTimes.get(`${platform}:${id}`)?.toISOString() ?? null,
    })),
    accountsLeftOut: leftOut,
    isReading,
    connections,
  };
};
