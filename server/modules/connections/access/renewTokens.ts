import { setTimeout as pause } from 'node:timers/promises';
import { notConnected, platformFailed, reconnectNeeded } from '#server/lib/failures/errors.ts';
import type { LeaseHolder } from '#server/database/leases/lease.ts';
import { newId } from '#server/lib/ids.ts';
import { reached } from '#server/lib/flow/steps.ts';
import { verdictOf } from '#server/lib/failures/verdicts.ts';
import type { AdPlatform } from '#server/providers/AdPlatform.ts';
import type { PlatformCall } from '#server/providers/calls/PlatformCall.ts';
import { ProviderError } from '#server/providers/ProviderError.ts';
import { holdLease } from '#server/database/leases/lease.ts';
import {
  extendRefresh,
  findConnection,
  refreshLease,
  releaseRefresh,
  saveTokens,
  takeRefresh,
} from '#server/modules/connections/connections.store.ts';
import type { ConnectionRow } from '#server/modules/connections/connections.store.ts';
import { loseConnection } from './loseConnection.ts';
import { openTokens, sealTokens } from './tokens.ts';
import type { RefreshContext } from '#server/modules/connections/access/AccessContext.ts';

const pollMs = 100;
/** How long an interactive caller waits for new tokens. Longer than the lease of a dead process. */
const watchedMs = 12_000;
/** How long any caller waits for another process. */
const longestMs = 30_000;

type Refreshable = AdPlatform & Required<Pick<AdPlatform, 'refresh'>>;

/** Whether the tokens can be renewed without a new consent. */
export const canRefresh = (adapter: AdPlatform, row: ConnectionRow): adapter is Refreshable =>
  adapter.refresh !== undefined && row.refreshToken !== null;

/** Whether the platform refused the grant itself, not only this call. */
export const isGrantRefused = (error: unknown): error is ProviderError =>
  error instanceof ProviderError && verdictOf(error) === 'reconnect';

/** The caller holds the lease. Returns null when another grant has been stored meanwhile. */
const refreshHeld = async (
  context: RefreshContext,
  adapter: Refreshable,
  row: ConnectionRow & LeaseHolder,
): Promise<ConnectionRow | null> => {
  try {
    const before = openTokens(context.secrets, row);
    const holding = { extend: () => extendRefresh(context.db, row), log: context.logger };
    // If the lease is lost anyway, the version check rejects the late result.
    const renewed = await holdLease(refreshLease, holding, () => adapter.refresh(before));
    reached('connection.refreshed');
    const tokens = { ...renewed, refreshToken: renewed.refreshToken ?? before.refreshToken };
    return await saveTokens(context.db, row, sealTokens(context.secrets, row, tokens));
  } catch (error) {
    if (isGrantRefused(error)) await loseConnection(context, row, error.userMessage);
    else await releaseRefresh(context.db, row);
    throw error;
  }
};

/** One refresh per stored version, across all processes. Other callers wait for its result. */
const renew = async (context: RefreshContext, adapter: Refreshable, seen: ConnectionRow): Promise<ConnectionRow> => {
  const { workspaceId, platform } = seen;
  const giveUpAt = performance.now() + longestMs;
  while (performance.now() < giveUpAt) {
    const row = await findConnection(context.db, workspaceId, platform);
    if (!row) throw notConnected(platform);
    if (row.reconnectReason !== null) throw reconnectNeeded(platform, row.reconnectReason);
    if (row.version !== seen.version) return row;
    const held = { ...row, leaseId: newId() };
    if (await takeRefresh(context.db, held)) {
      const renewed = await refreshHeld(context, adapter, held);
      if (renewed) return renewed;
    } else {
      await pause(pollMs);
    }
  }
  throw platformFailed(platform);
};

/** Running refreshes of this process, by context. Sharing them saves queries. */
const underWay = new WeakMap<object, Map<string, Promise<ConnectionRow>>>();

/** All callers of this process share one refresh. */
const joinFlight = (context: RefreshContext, adapter: Refreshable, seen: ConnectionRow): Promise<ConnectionRow> => {
  const flights = underWay.get(context) ?? new Map<string, Promise<ConnectionRow>>();
  underWay.set(context, flights);
  const key = `${seen.workspaceId}:${seen.platform}:${seen.version}`;
  const joined = flights.get(key);
  if (joined) return joined;
  const flight = renew(context, adapter, seen).finally(() => flights.delete(key));
  flights.set(key, flight);
  return flight;
};

/**
 * Returns tokens newer than the seen ones. They are refreshed once for all callers and stored before use.
 * @throws ProviderError when the platform refuses; AppError when the connection was lost or removed meanwhile, and 502
 * when an interactive caller has waited long enough
 */
export const renewTokens = async (
  context: RefreshContext,
  adapter: Refreshable,
  seen: ConnectionRow,
  patience: PlatformCall['patience'],
): Promise<ConnectionRow> => {
  const flight = joinFlight(context, adapter, seen);
  if (patience === 'background') return flight;
  const settled = new AbortController();
  const tooLong = pause(watchedMs, null, { signal: settled.signal });
  try {
    const renewed = await Promise.race([flight, tooLong]);
    if (renewed === null) throw platformFailed(seen.platform);
    return renewed;
  } finally {
    settled.abort();
  }
};
