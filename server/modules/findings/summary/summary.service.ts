import type { Finding, InsightsSummary } from '#shared/contracts/findings.ts';
import { addDays, utcDay } from '#shared/lib/dateRange.ts';
import type { Day } from '#shared/lib/dateRange.ts';
import type { AppContext } from '#server/AppContext.ts';
import type { Queryable } from '#server/database/Database.ts';
import type { WorkspaceId } from '#server/lib/WorkspaceId.ts';
import { readFindingNames } from '#server/modules/findings/list/findingNames.ts';
import { presentFinding } from '#server/modules/findings/list/findings.present.ts';
import { listFindingRows } from '#server/modules/findings/list/findings.store.ts';
import { publishFindingsChanged } from '#server/modules/findings/publishFindingsChanged.ts';
import { findSummary, holdFindings, saveSummary } from './insightSummaries.store.ts';
import { summaryFindings, writePlainSummary } from './writePlainSummary.ts';

type Context = Pick<AppContext, 'db' | 'clock' | 'publisher'>;

/** The Monday of the week, in UTC. */
export const weekOf = (now: Date): Day => addDays(utcDay(now), -((now.getUTCDay() + 6) % 7));

/** Number of open findings to load for a summary. */
const largestFindings = 100;

/** The findings of the summary, in list order. Excludes findings that a person has explained. */
const readUnexplained = async (db: Queryable, workspaceId: WorkspaceId): Promise<Finding[]> => {
  const open = { state: 'open', kinds: null, platforms: null, accounts: null } as const;
  const { rows } = await listFindingRows(db, workspaceId, open, { page: 1, limit: largestFindings });
  const shown = rows.filter(({ mark }) => mark === null || mark === 'seen').slice(0, summaryFindings);
  const names = await readFindingNames(db, workspaceId, shown);
  return shown.map((row) => presentFinding(row, names));
};

/** Writes the weekly summary of a workspace with open findings. Safe to repeat and to run in several processes. */
export const writeSummary = async (context: Context, workspaceId: WorkspaceId): Promise<void> => {
  const { db, clock } = context;
  const findings = await readUnexplained(db, workspaceId);
  const ids = findings.map(({ id }) => id);
  const isSaved = await db.transaction(async (tx) => {
    if (ids.length === 0 || !(await holdFindings(tx, workspaceId, ids))) return false;
    const now = clock.now();
    await saveSummary(tx, { workspaceId, week: weekOf(now), text: writePlainSummary(findings), writtenAt: now });
    return true;
  });
  if (isSaved) await publishFindingsChanged(context, workspaceId);
};

export const readSummary = async (
  { db }: Pick<AppContext, 'db'>,
  workspaceId: WorkspaceId,
): Promise<InsightsSummary | null> => {
  const row = await findSummary(db, workspaceId);
  return row && { week: row.week, text: row.text, writtenAt: row.writtenAt.toISOString() };
};
