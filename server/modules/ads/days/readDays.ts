import { daysOf } from '#shared/lib/dateRange.ts';
import type { Day } from '#shared/lib/dateRange.ts';
import type { PlatformId } from '#shared/platforms.ts';
import type { AppContext } from '#server/AppContext.ts';
import { reached } from '#server/lib/flow/steps.ts';
import { createConnections } from '#server/modules/connections/createConnections.ts';
import type { AdPlatform, DaysPart } from '#server/providers/AdPlatform.ts';
import type { PlatformAccount, SizeMemory } from '#server/providers/PlatformAccount.ts';
import type { PlatformCall } from '#server/providers/calls/PlatformCall.ts';
import { platformOf } from '#server/providers/platformOf.ts';
import { settledUntil, toSpans } from './freshness.ts';
import { storeWithGrant } from '#server/modules/connections/access/heldGrant.ts';
import type { ReadGrant } from '#server/modules/connections/access/heldGrant.ts';
import { findAnswerSize, saveAnswerSize } from '#server/modules/ads/insightAccounts.store.ts';
import { storeDays } from './insightDays.store.ts';
import type { NewDay, Owner } from './insightDays.store.ts';
import { publishInsightsChanged } from '#server/modules/ads/publishInsightsChanged.ts';

export type Reading = Pick<PlatformCall, 'patience' | 'signal'>;

/** Days stored in one transaction. More days would hold their locks for longer. */
const daysPerTransaction = 200;
const rowsPerTransaction = 2_000;

const toBatches = (days: readonly NewDay[]): NewDay[][] => {
  const batches: NewDay[][] = [];
  let rowCount = 0;
  for (const day of days) {
    const batch = batches.at(-1);
    if (batch && batch.length < daysPerTransaction && rowCount + day.rows.length <= rowsPerTransaction) {
      batch.push(day);
      rowCount += day.rows.length;
    } else {
      batches.push([day]);
      rowCount = day.rows.length;
    }
  }
  return batches;
};

type AccountTarget<P extends PlatformId> = { context: AppContext; owner: Owner<P>; account: PlatformAccount };
type Target<P extends PlatformId> = AccountTarget<P> & { grant: ReadGrant };

const storePart = async <P extends PlatformId>(
  { context, owner, account, grant }: Target<P>,
  adapter: AdPlatform<P>,
  part: DaysPart<P>,
  readAt: Date,
): Promise<void> => {
  const settled = settledUntil(account, adapter, readAt);
  const days = daysOf(part.range).map((day) => ({
    day,
    isSettled: day <= settled,
    rows: part.days.get(day) ?? [],
  }));
  const { currency, timeZone } = account;
  const facts = { readAt, currency, timeZone, attribution: adapter.attribution };
  for (const batch of toBatches(days)) {
    await storeWithGrant(context, owner, grant, (tx) =>
      storeDays(tx, { ...owner, accountId: account.id }, batch, facts),
    );
    publishInsightsChanged(context, owner);
    reached('insights.partStored');
  }
};

/** Shared memory of the answer size that an account can handle. */
export const sizeMemoryOf = <P extends PlatformId>({ context, owner, account }: AccountTarget<P>): SizeMemory => ({
  recall: async () => {
    const known = await findAnswerSize(context.db, owner, account.id);
    return known && { ...known.size, ageMs: context.clock.now().getTime() - known.learnedAt.getTime() };
  },
  store: (size) => saveAnswerSize(context.db, owner, account.id, size, context.clock.now()),
});

/**
 * Reads ascending days of an account and stores them in parts, so that a failed read keeps its progress.
 * @throws failures of the connection and the platform
 */
export const readDays = async <P extends PlatformId>(
  target: Target<P>,
  days: readonly Day[],
  reading: Reading,
): Promise<void> => {
  const { context, owner, account } = target;
  const adapter = platformOf(context.platforms, owner.platform);
  const { readDays: readParts } = adapter;
  if (!readParts) throw new Error(`${owner.platform}: rows are stored by range`);
  const sizes = sizeMemoryOf(target);
  const left = new Set(days);
  // May run again with a newer token; then continues with the days not stored yet.
  await createConnections(context).withAccess(owner.workspaceId, owner.platform, reading, async (call) => {
    for (const range of toSpans([...left])) {
      // Take the time before the call, because the platform may change its numbers during the call.
      const readAt = context.clock.now();
      for await (const part of readParts(call, { account, range, sizes })) {
        await storePart(target, adapter, part, readAt);
        for (const day of daysOf(part.range)) left.delete(day);
      }
    }
  });
  if (left.size > 0) throw new Error(`${owner.platform}: ${left.size} requested days are missing from the answer`);
};
