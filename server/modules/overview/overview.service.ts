import type { Connection } from '#shared/contracts/connections.ts';
import type { Overview } from '#shared/contracts/overview.ts';
import { previousRange } from '#shared/lib/dateRange.ts';
import type { DateRange } from '#shared/lib/dateRange.ts';
import { pollUntil } from '#server/lib/flow/pollUntil.ts';
import type { Turn } from '#server/lib/flow/fairTurns.ts';
import type { AppContext } from '#server/AppContext.ts';
import { listAllStoredAccounts } from '#server/modules/ads/accounts/adAccounts.store.ts';
import { readConnections } from '#server/modules/connections/connections.service.ts';
import { beginInsightsJob, insightKeyOf } from '#server/modules/ads/insights.jobs.ts';
import { toCountedRange } from '#server/modules/ads/list/campaignAccounts.ts';
import { readOutcomes } from '#server/modules/ads/list/outcomeTotals.store.ts';
import { readOverdue } from '#server/modules/leads/work/responses/responses.service.ts';
import { requireAllowedRange } from '#server/lib/http/requireAllowedRange.ts';
import { readDefaultAccounts } from '#server/modules/users/workspaces/defaultAccounts.store.ts';
import { readAccountStates } from './accountStates.ts';
import { chooseAccounts } from './chooseAccounts.ts';
import type { ChosenAccount, ListedAccounts } from './chooseAccounts.ts';
import { presentNewestLead, presentSeries, presentTotals } from './overview.present.ts';
import { hasStoredDays, listLargestCampaigns, listNewestLeads, listStoredSpans, sumRanges } from './overview.store.ts';
import { readableRange } from './overviewRanges.ts';
import type { Member } from '#server/lib/http/Caller.ts';
import type { WorkspaceId } from '#server/lib/WorkspaceId.ts';

/** How long the first visit to new accounts waits for rows. */
const firstRowsWaitMs = 1_500;
/** How long after a grant the account list may still be loading. */
const listingMs = 30_000;

/** Connections without known ad accounts: new connections, and connections whose account list failed. */
const findUnlisted = (connections: readonly Connection[], listed: ListedAccounts): Connection[] =>
  connections.filter(({ platform, state }) => state === 'connected' && listed[platform].length === 0);

const isNew = (context: Pick<AppContext, 'clock'>, { connectedAt }: Connection): boolean =>
  connectedAt !== null && context.clock.now().getTime() - Date.parse(connectedAt) < listingMs;

const toChosen = (workspaceId: WorkspaceId, accounts: readonly ChosenAccount[]) => ({
  workspaceId,
  accounts: accounts.map(({ platform, id }) => ({ platform, accountId: id })),
});

const toCounted = (accounts: readonly ChosenAccount[]) =>
  accounts.map(({ platform, id, name, timeZone }) => ({ platform, accountId: id, name, timeZone }));

/** The data of the overview at this moment. */
const look = async (
  context: Pick<AppContext, 'clock' | 'db' | 'storage' | 'jobs' | 'platforms'>,
  viewer: Member,
  range: DateRange,
  previous: DateRange,
) => {
  const { workspaceId } = viewer;
  const connections = await readConnections(context, workspaceId);
  const listed = await listAllStoredAccounts(context.db, workspaceId);
  const { chosen, leftOut } = chooseAccounts(listed, await readDefaultAccounts(context.db, viewer));
  const readable = readableRange(range, previous, context.clock.now());
  const states = await readAccountStates(context, { workspaceId, accounts: chosen, connections, range: readable });
  const spans = await listStoredSpans(context.db, toChosen(workspaceId, chosen), range);
  const unlisted = findUnlisted(connections, listed);
  const isReading =
    states.some(({ state }) => state === 'reading') || unlisted.some((connection) => isNew(context, connection));
  return { connections, chosen, leftOut, states, spans, unlisted, isReading };
};

/** Requests the account list again after a failure. */
const listAgain = async (
  context: Pick<AppContext, 'clock' | 'storage' | 'jobs'>,
  workspaceId: WorkspaceId,
  unlisted: readonly Connection[],
): Promise<void> => {
  for (const connection of unlisted) {
    if (isNew(context, connection) || context.storage.isFull()) continue;
    const owner = { workspaceId, platform: connection.platform };
    await context.jobs.enqueue(beginInsightsJob, owner, { singletonKey: insightKeyOf(owner) });
  }
};

/** Waits briefly until something is stored or the client disconnects. Polls, because the job may run in another process. */
const awaitFirstRows = (
  { db }: Pick<AppContext, 'db'>,
  workspaceId: WorkspaceId,
  range: DateRange,
  signal: AbortSignal,
): Promise<boolean> =>
  pollUntil(() => hasStoredDays(db, workspaceId, range), { isEnough: Boolean, waitMs: firstRowsWaitMs, signal });

/**
 * Stored metrics of a date range and the range before it. A job reads missing and stale days. The call waits briefly
 * only if nothing is stored.
 * @throws AppError 400 for dates
 */
export const readOverview = async (
  context: Pick<AppContext, 'clock' | 'db' | 'storage' | 'jobs' | 'platforms'>,
  viewer: Member,
  asked: DateRange,
  { signal, aside }: { signal: AbortSignal; aside: Turn['aside'] },
): Promise<Overview> => {
  const { workspaceId } = viewer;
  const range = requireAllowedRange(context, asked);
  const previous = previousRange(range);
  let seen = await look(context, viewer, range, previous);
  await listAgain(context, workspaceId, seen.unlisted);
  if (seen.isReading && seen.spans.length === 0) {
    await aside(() => awaitFirstRows(context, workspaceId, range, signal));
    seen = await look(context, viewer, range, previous);
  }

  const { connections, chosen, leftOut, states, spans, isReading } = seen;
  const summed = toChosen(workspaceId, chosen);
  const { days, ranges } = await sumRanges(context.db, summed, range, previous);
  const names = new Map(chosen.map(({ platform, id, name }) => [`${platform}:${id}`, name]));
  const readTimes = new Map(spans.map(({ platform, accountId, readAt }) => [`${platform}:${accountId}`, readAt]));
  const campaigns = await listLargestCampaigns(context.db, summed, range);
  const newestLeads = await listNewestLeads(context.db, workspaceId);
  const counted = toCounted(chosen);
  const outcomes = await readOutcomes(context.db, workspaceId, counted, {
    range: toCountedRange(range, counted),
    compared: toCountedRange(previous, counted),
  });
  return {
    range,
    previousRange: previous,
    totals: {
      current: presentTotals(ranges, outcomes.current, true),
      previous: presentTotals(ranges, outcomes.previous, false),
    },
    series: presentSeries(days, range, previous),
    campaigns: campaigns.map((campaign) => ({
      ...campaign,
      accountName: names.get(`${campaign.platform}:${campaign.accountId}`) ?? campaign.accountId,
    })),
    newestLeads: newestLeads.map(presentNewestLead),
    hasQualifiedLeads: outcomes.hasQualifiedLeads,
    overdue: await readOverdue(context, workspaceId),
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
