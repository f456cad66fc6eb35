import type { FindingKind } from '#shared/findings.ts';
import { findingSentence } from '#shared/findingSentence.ts';
import { addDays } from '#shared/lib/dateRange.ts';
import type { Transaction } from '#server/database/Database.ts';
import { newId } from '#server/lib/ids.ts';
import { listBudgetAmounts, sumSpend } from '../budgets/budgets.store.ts';
import { storeNotification } from '#server/modules/notifications/announce.ts';
import type { StoredNotification } from '#server/modules/notifications/announce.ts';
import { lockMembers } from '#server/modules/users/workspaces/workspaces.store.ts';
import { presentFinding } from '../list/findings.present.ts';
import { readFindingNames } from '../list/findingNames.ts';
import { deleteOldFindings, insertFinding, listAccountFindings, updateFinding } from '../list/findings.store.ts';
import type { FindingRow } from '../list/findings.store.ts';
import { finishRun } from './findingRuns.store.ts';
import type { RunEnd, RunLease, TakenRun } from './findingRuns.store.ts';
import { isWorthNotifying } from './isWorthNotifying.ts';
import { planChanges } from './planChanges.ts';
import type { PlanFacts, Seen } from './planChanges.ts';

/** Runs load findings that ended within these days: they may reopen, or suppress an expected cause. */
const matteringDays = 120;
/** Notifications compare a finding's size with the spend of these days. */
const spendDays = 28;

export type RunResult = Pick<PlanFacts, 'lineageOf' | 'today'> & {
  seen: readonly Seen[];
  learning: { kind: FindingKind; until: string }[];
  campaigns: number;
  forms: number;
  currency: string | null;
  now: Date;
  pauseSeconds: number;
};

const toRow = (lease: RunLease, seen: Seen, { currency, now }: RunResult): FindingRow => ({
  ...seen,
  workspaceId: lease.workspaceId,
  platform: lease.platform,
  accountId: lease.accountId,
  id: newId(),
  openedAt: now,
  changedAt: now,
  currency,
  mark: null,
  note: null,
  markedBy: null,
  markedAt: null,
});

/**
 * Stores the findings of a run in one transaction and ends the run. A repeated run adds no duplicates.
 * @returns the notifications to publish, and whether findings have changed
 * @throws LeaseLostError
 */
export const storeRun = async (
  tx: Transaction,
  lease: RunLease,
  taken: TakenRun,
  result: RunResult,
): Promise<{ notifications: StoredNotification<'finding_opened'>[]; hasChanged: boolean }> => {
  const { workspaceId, platform, accountId } = lease;
  const { today, now, learning, campaigns, forms, pauseSeconds } = result;
  const members = await lockMembers(tx, workspaceId);
  const end: RunEnd = { lastDay: today, finishedAt: now, learning, campaigns, forms, pauseSeconds };
  await finishRun(tx, lease, taken, end);
  const stored = await listAccountFindings(tx, lease, addDays(today, -matteringDays));
  const { opened, changed } = planChanges({ ...result, stored, lastDay: taken.lastDay });
  for (const { id, seen } of changed) await updateFinding(tx, workspaceId, id, { ...seen, changedAt: now });
  const rows = opened.map((seen) => toRow(lease, seen, result));
  for (const row of rows) await insertFinding(tx, row);
  const hasChanged = opened.length + changed.length > 0;
  if (hasChanged) await deleteOldFindings(tx, workspaceId);

  const notifications: StoredNotification<'finding_opened'>[] = [];
  const open = rows.filter(({ endedOn }) => endedOn === null);
  if (open.length === 0) return { notifications, hasChanged };
  const owner = { workspaceId, platform };
  const range = { since: addDays(today, -spendDays), until: addDays(today, -1) };
  const facts = {
    spend: (await sumSpend(tx, owner, range)).get(accountId) ?? 0,
    hasEnteredBudget: (await listBudgetAmounts(tx, owner, today.slice(0, 7))).has(accountId),
  };
  const names = await readFindingNames(tx, workspaceId, open);
  for (const row of open.filter((each) => isWorthNotifying(each, facts))) {
    const { text } = findingSentence(presentFinding({ ...row, markedByName: null }, names));
    const payload = { findingId: row.id, message: text };
    notifications.push(await storeNotification(tx, { workspaceId, members }, 'finding_opened', payload, now));
  }
  return { notifications, hasChanged };
};

/** Ends a run of an account without a complete day. */
export const storeEmptyRun = (
  tx: Transaction,
  lease: RunLease,
  taken: TakenRun,
  { now, pauseSeconds }: { now: Date; pauseSeconds: number },
): Promise<void> => finishRun(tx, lease, taken, { finishedAt: now, pauseSeconds });
