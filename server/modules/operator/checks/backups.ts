import type { Env } from '#server/config/env.ts';
import type { Queryable } from '#server/database/Database.ts';
import { readDailyBackup } from '#server/modules/operator/backups/dailyBackups.store.ts';
import { defineCheck } from '#server/modules/operator/Check.ts';
import type { CheckResult } from '#server/modules/operator/Check.ts';

/** A day, plus some hours for failed attempts. */
const oldestHours = 30;

const inHours = (ms: number): number => Math.floor(ms / 3_600_000);

/** Whether Leadlight makes its own backups, and the age of the newest one. */
export const checkBackups = async (db: Queryable, env: Env, now: Date): Promise<CheckResult> => {
  const check = defineCheck('Data', 'data.backups', 'Daily backup');
  if (env.BACKUP_AT === 'off')
    return env.SANDBOX
      ? check.ok('Off, because the data of the sandbox is made up.')
      : check.note('Off (`BACKUP_AT`). Leadlight does not see backups that are made otherwise.');
  const row = await readDailyBackup(db);
  if (!row) return check.note('None yet: a worker schedules the first one.');
  const { doneAt, problem, dueAt, copiedAt } = row;
  const newest =
    doneAt === null
      ? 'None was made yet'
      : `The newest one is ${inHours(now.getTime() - doneAt.getTime())} hours old${copiedAt === null ? '' : ', with a copy in the bucket'}`;
  const remedy = 'Look at `BACKUP_DIR` and `BACKUP_S3_ENDPOINT`: the process with the role worker has to write there.';
  const isOld = doneAt === null ? now > dueAt : inHours(now.getTime() - doneAt.getTime()) >= oldestHours;
  if (problem !== null) {
    const found = `${newest}. The last attempt failed: ${problem}.`;
    return isOld || doneAt === null ? check.fault(found, remedy) : check.warning(found, remedy);
  }
  if (isOld && now.getTime() - dueAt.getTime() > 3_600_000)
    return check.fault(`${newest}, and one is due.`, 'Start a process with `worker` in `ROLES`.');
  return check.ok(`${newest}. The next one is due at ${dueAt.toISOString().slice(0, 16).replace('T', ' ')} UTC.`);
};
