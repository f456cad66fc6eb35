import type { Finding, InsightsSummary } from '#shared/contracts/findings.ts';
import { addDays, utcDay } from '#shared/lib/dateRange.ts';
import type { Day } from '#shared/lib/dateRange.ts';
import type { AppContext } from '#server/AppContext.ts';
import type { Queryable } from '#server/database/Database.ts';
import { workUnderLease } from '#server/database/leases/lease.ts';
import type { JobRun } from '#server/jobs/JobQueue.ts';
import { newId } from '#server/lib/ids.ts';
import type { WorkspaceId } from '#server/lib/WorkspaceId.ts';
import { readFindingNames } from '#server/modules/findings/list/findingNames.ts';
import { presentFinding } from '#server/modules/findings/list/findings.present.ts';
import { listFindingRows } from '#server/modules/findings/list/findings.store.ts';
import { publishFindingsChanged } from '#server/modules/findings/publishFindingsChanged.ts';
import { countModelText } from '#server/metrics/counters.ts';
import { ModelError } from './chatModel.ts';
import type { ChatModel } from './chatModel.ts';
import { checkText } from './checkText.ts';
import { modelFindings, readGiven, writeFacts, writePlainSummary } from './facts.ts';
import type { Facts } from './facts.ts';
import {
  countUnexplained,
  extendSummary,
  findSummary,
  holdFindings,
  saveModelFailure,
  saveModelSummary,
  saveSummary,
  summaryLease,
  takeSummary,
} from './insightSummaries.store.ts';
import type { SummaryLease } from './insightSummaries.store.ts';
import { toMessages } from './prompt.ts';

type Context = Pick<AppContext, 'db' | 'clock' | 'publisher'>;

/** The Monday of a moment, in UTC. */
export const weekOf = (now: Date): Day => addDays(utcDay(now), -((now.getUTCDay() + 6) % 7));

/** The largest open findings that are looked at; the marked ones among them are left out. */
const largestFindings = 100;

/** The largest findings that nobody has explained, in the order of the list, and how many there are. */
const readUnexplained = async (
  db: Queryable,
  workspaceId: WorkspaceId,
): Promise<{ findings: Finding[]; total: number }> => {
  const open = { state: 'open', kinds: null, platforms: null, accounts: null } as const;
  const { rows } = await listFindingRows(db, workspaceId, open, { page: 1, limit: largestFindings });
  const shown = rows.filter(({ mark }) => mark === null || mark === 'seen').slice(0, modelFindings);
  const names = await readFindingNames(db, workspaceId, shown);
  return {
    findings: shown.map((row) => presentFinding(row, names)),
    total: await countUnexplained(db, workspaceId),
  };
};

/** Between an attempt of the model and the next one. */
const pausesSeconds = [5 * 60, 3600, 6 * 3600] as const;
const longestPauseSeconds = 24 * 3600;

type Outcome = { text: string } | { problem: string; retryAfterSeconds: number | null };

const askModel = async (model: ChatModel, facts: Facts, signal: AbortSignal): Promise<Outcome> => {
  try {
    const checked = checkText(await model.write(toMessages(facts), signal), readGiven(facts));
    if ('text' in checked) return checked;
    countModelText('dropped');
    return { problem: `dropped: ${checked.fault}`, retryAfterSeconds: null };
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
    countModelText('failed');
    return { problem: error.code, retryAfterSeconds: error.retryAfterSeconds };
  }
};

const writeByModel = async (
  { db, clock }: Context,
  model: ChatModel,
  lease: SummaryLease,
  facts: Facts,
  { log, signal }: Pick<JobRun, 'log' | 'signal'>,
): Promise<void> => {
  const attempt = await takeSummary(db, lease);
  if (attempt === null) return;
  const extend = () => extendSummary(db, lease);
  await workUnderLease(summaryLease, { extend, log, signal }, async (held) => {
    const outcome = await askModel(model, facts, held).catch(async (error: unknown) => {
      // Stopped by the end of the process: the next one may ask at once.
      if (signal.aborted) await saveModelFailure(db, lease, { problem: null, pauseSeconds: 0 });
      throw error;
    });
    if ('text' in outcome) return saveModelSummary(db, lease, { text: outcome.text, writtenAt: clock.now() });
    const { problem, retryAfterSeconds } = outcome;
    const pause = pausesSeconds[attempt - 1];
    const asked = Math.min(retryAfterSeconds ?? 0, longestPauseSeconds);
    log.warn(
      { workspaceId: lease.workspaceId, attempt, problem },
      'the language model wrote no summary; that of rules stays',
    );
    await saveModelFailure(db, lease, { problem, pauseSeconds: pause === undefined ? null : Math.max(pause, asked) });
  });
};

/**
 * Writes the summary of the week of a workspace with open findings: at once by rules, then by the model, if the
 * installation has one. May run again at any time, and in several processes.
 */
export const writeSummary = async (
  context: Context,
  model: ChatModel | null,
  workspaceId: WorkspaceId,
  { log, signal }: Pick<JobRun, 'log' | 'signal'>,
): Promise<void> => {
  const { db, clock } = context;
  const key = { workspaceId, week: weekOf(clock.now()) };
  const { findings, total } = await readUnexplained(db, workspaceId);
  const ids = findings.map(({ id }) => id);
  const isSaved = await db.transaction(async (tx) => {
    if (ids.length === 0 || !(await holdFindings(tx, workspaceId, ids))) return false;
    const text = writePlainSummary(findings);
    await saveSummary(tx, { ...key, text, writtenAt: clock.now(), isForModel: model !== null });
    return true;
  });
  if (!isSaved) return;
  if (model) {
    const lease = { ...key, leaseId: newId() };
    await writeByModel(context, model, lease, writeFacts(findings, total), { log, signal });
  }
  await publishFindingsChanged(context, workspaceId);
};

export const readSummary = async (
  { db }: Pick<AppContext, 'db'>,
  workspaceId: WorkspaceId,
): Promise<InsightsSummary | null> => {
  const row = await findSummary(db, workspaceId);
  return row && { week: row.week, text: row.text, writtenBy: row.writtenBy, writtenAt: row.writtenAt.toISOString() };
};
