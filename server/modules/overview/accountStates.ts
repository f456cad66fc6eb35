import type { Connection } from '#shared/contracts/connections.ts';
import type { OverviewAccount } from '#shared/contracts/overview.ts';
import type { DateRange } from '#shared/lib/dateRange.ts';
import { platformIds } from '#shared/platforms.ts';
import type { PlatformId } from '#shared/platforms.ts';
import type { AppContext } from '#server/AppContext.ts';
import { begunUntil, toDated } from '#server/modules/ads/days/freshness.ts';
import { listInsightAccounts } from '#server/modules/ads/insightAccounts.store.ts';
import { findDaysToReadOfAll } from '#server/modules/ads/days/insightDays.store.ts';
import { isVisitDue, wantDays } from '#server/modules/ads/days/wantDays.ts';
import type { ChosenAccount } from './chooseAccounts.ts';
import type { WorkspaceId } from '#server/lib/WorkspaceId.ts';

/** The state of an account's metrics, without the read time. */
export type AccountState = Pick<OverviewAccount, 'state' | 'problem' | 'missingDays'>;

const keyOf = (platform: PlatformId, accountId: string): string => `${platform}:${accountId}`;

type Looking = {
  workspaceId: WorkspaceId;
  accounts: readonly ChosenAccount[];
  connections: readonly Connection[];
  range: DateRange;
};

const stateOf = (reason: string | null, daysToRead: number, missingDays: number): AccountState => {
  if (reason !== null) return { state: 'failing', problem: reason, missingDays };
  return { state: daysToRead > 0 ? 'reading' : 'ready', problem: null, missingDays };
};

/** The states of the accounts, in their order. Enqueues reads of missing and stale days without waiting. */
export const readAccountStates = async (
  context: Pick<AppContext, 'clock' | 'db' | 'storage' | 'jobs'>,
  { workspaceId, accounts, connections, range }: Looking,
): Promise<AccountState[]> => {
  const now = context.clock.now();
  const states = new Map<string, AccountState>();
  const rows = new Map(
    (await listInsightAccounts(context.db, workspaceId)).map((row) => [keyOf(row.platform, row.accountId), row]),
  );
  const dated = accounts.map((account) => ({
    platform: account.platform,
    // Days that have not begun are not missing.
    ...toDated(account, begunUntil(account, now), now),
  }));
  const dueDays = new Map(
    (await findDaysToReadOfAll(context.db, workspaceId, 'campaign', dated, range, now)).map((due) => [
      keyOf(due.platform, due.accountId),
      due,
    ]),
  );
  for (const platform of platformIds) {
    const own = accounts.filter((account) => account.platform === platform);
    if (own.length === 0) continue;
    const owner = { workspaceId, platform };
    const connection = connections.find((each) => each.platform === platform);
    const lost = connection && connection.state !== 'connected' ? connection.reason : null;

    /** Accounts by the days to read; most accounts need the same days. */
    const wishes = new Map<string, { accountIds: string[]; range: DateRange }>();
    const seen: string[] = [];
    for (const { id } of own) {
      const due = dueDays.get(keyOf(platform, id));
      const row = rows.get(keyOf(platform, id));
      // Ads that cannot be read are no problem while the sums of the campaigns are fresh.
      const problem = row?.problem ?? (due ? row?.adsProblem : null) ?? null;
      const state = stateOf(lost ?? problem, due?.days.length ?? 0, due?.missing ?? 0);
      states.set(keyOf(platform, id), state);
      const [since, until] = [due?.days[0], due?.days.at(-1)];
      if (since !== undefined && until !== undefined) {
        const wish = wishes.get(`${since} ${until}`) ?? { accountIds: [], range: { since, until } };
        wish.accountIds.push(id);
        wishes.set(`${since} ${until}`, wish);
      } else if (isVisitDue(row, now)) seen.push(id);
    }
    if (lost === null && wishes.size + seen.length > 0)
      await wantDays(context, owner, [...wishes.values(), { accountIds: seen, range: null }]);
  }
  return accounts.map(
    ({ platform, id }) => states.get(keyOf(platform, id)) ?? { state: 'ready', problem: null, missingDays: 0 },
  );
};
