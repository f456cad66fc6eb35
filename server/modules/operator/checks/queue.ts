import type { Pool } from 'pg';
import { defineCheck } from '#server/modules/operator/Check.ts';
import type { CheckResult } from '#server/modules/operator/Check.ts';

const worker = defineCheck('Jobs', 'jobs.worker', 'Worker');
const due = defineCheck('Jobs', 'jobs.due', 'Waiting jobs');
const deadLettered = defineCheck('Jobs', 'jobs.deadLettered', 'Failed jobs');

/** A job is enqueued every minute, so a live worker has always just completed one. */
const aliveSeconds = 180;
const noticedSeconds = 90;
/** A busy queue catches up within this time. A job that waits longer is never fetched. */
const stuckSeconds = 15 * 60;

type Figures = {
  due: number;
  oldest_due_seconds: number | null;
  last_done_seconds: number | null;
  failed: number;
  deadLettered: number;
};

const figuresQuery = `select
  (select count(*)::int from jobs.job where state in ('created', 'retry') and start_after < now() and name <> 'dead-letter') as due,
  (select extract(epoch from now() - min(start_after))::int from jobs.job
    where state in ('created', 'retry') and start_after < now() and name <> 'dead-letter') as oldest_due_seconds,
  (select extract(epoch from now() - max(completed_on))::int from jobs.job where state = 'completed') as last_done_seconds,
  (select count(*)::int from jobs.job where state = 'failed' and completed_on > now() - interval '1 day') as failed,
  (select count(*)::int from jobs.job where name = 'dead-letter') as "deadLettered"`;

const inMinutes = (seconds: number): string => `${Math.floor(seconds / 60)} min`;

const judgeWorker = ({ last_done_seconds: lastDone, oldest_due_seconds: oldestDue }: Figures): CheckResult => {
  const isAlive = lastDone !== null && lastDone <= aliveSeconds;
  if (isAlive) return worker.ok(`The last job was done ${lastDone} s ago.`);
  if (oldestDue === null || oldestDue < noticedSeconds) return worker.note('There were no jobs for it yet.');
  return worker.fault(
    lastDone === null
      ? `No job was ever done, and one has waited for ${inMinutes(oldestDue)}.`
      : `The last job was done ${inMinutes(lastDone)} ago, and one has waited for ${inMinutes(oldestDue)}.`,
    'Start a process with the role: leave out `ROLES`, or set `ROLES=worker` for one of them.',
  );
};

const judgeDue = ({ due: number, oldest_due_seconds: oldest }: Figures): CheckResult => {
  if (oldest === null) return due.ok('None.');
  if (oldest < stuckSeconds) return due.ok(`${number}, the oldest for ${oldest} s.`);
  return due.fault(
    `${number}, the oldest for ${inMinutes(oldest)}: no worker runs it.`,
    'Restart the processes with `worker` in `ROLES`, all of the same version, and look for lines with `"area":"jobs"` in their log.',
  );
};

const judgeDeadLettered = ({ failed, deadLettered: put }: Figures): CheckResult => {
  if (put > 0)
    return deadLettered.warning(
      `${put} dead-lettered, because their process ended each time; ${failed} failed within a day.`,
      'Look for the lines `a job is dead-lettered` in the log (`LOG_LEVEL=info`), which name the kind of job.',
    );
  return deadLettered.ok(failed === 0 ? 'None within a day.' : `${failed} within a day, after all attempts.`);
};

/** Checks whether background jobs run. Shows only counts. */
export const checkQueue = async (pool: Pool): Promise<CheckResult[]> => {
  const { rows: found } = await pool.query<{ installed: boolean }>(
    `select to_regclass('jobs.job') is not null as installed`,
  );
  if (!found[0]?.installed) return [worker.note('There is no queue yet: the first start creates it.')];
  const { rows } = await pool.query<Figures>(figuresQuery);
  const [figures] = rows;
  if (!figures) return [worker.skipped('The queue returned no metrics.')];
  const ofWorker = judgeWorker(figures);
  return [
    ofWorker,
    ofWorker.state === 'fault' ? due.skipped('No worker runs, see Worker.') : judgeDue(figures),
    judgeDeadLettered(figures),
  ];
};
