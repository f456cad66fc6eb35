import type { AppContext } from '#server/AppContext.ts';
import { endFindingsOfAccount } from '#server/modules/findings/findingConnections.ts';
import { publishFindingsChanged } from '#server/modules/findings/publishFindingsChanged.ts';
import { recordFindingRead } from '#server/modules/findings/runs/findingRuns.store.ts';
import type { AccountKey } from '#server/modules/ads/objects/totals/adTotals.store.ts';

/** Schedules a search for findings in the new metrics of an account. */
export const accountWasRead = (context: Pick<AppContext, 'db'>, key: AccountKey, readAt: Date): Promise<void> =>
  context.db.transaction((tx) => recordFindingRead(tx, key, readAt));

/** Ends the open findings of an account that is no longer read. */
export const accountIsNoLongerRead = async (
  context: Pick<AppContext, 'db' | 'clock' | 'publisher'>,
  key: AccountKey,
): Promise<void> => {
  const ended = await context.db.transaction((tx) => endFindingsOfAccount(tx, key, context.clock.now()));
  if (ended > 0) await publishFindingsChanged(context, key.workspaceId);
};
