import { messages } from '#shared/messages.ts';
import type { AppContext } from '#server/AppContext.ts';
import { handleJob } from '#server/jobs/defineJob.ts';
import type { JobHandler, JobType } from '#server/jobs/JobQueue.ts';
import { notConfigured } from '#server/lib/failures/errors.ts';
import { logDeleted } from '#server/lib/logging/logDeleted.ts';
import { createMailer } from '#server/lib/mailer.ts';
import { placeOfAddress } from '#server/flows/deleteAccount/deleteAccount.ts';
import { eraseAccount } from './account/eraseAccount.ts';
import { erasePerson } from './people/erasePerson.ts';
import { openPerson } from './people/erasePerson.service.ts';
import { erasePlatform } from '#server/flows/erasePlatform.ts';
import { deleteOldLeads } from './retention/deleteOldLeads.ts';
import {
  accountDeletedMail,
  eraseAccountJob,
  erasePersonJob,
  erasePlatformJob,
  deleteOldLeadsJob,
  sweepErasuresJob,
} from './privacy.jobs.ts';
import { findReceipt, finishReceipt, listUnfinishedAccounts } from './receipts.store.ts';

const overdueAfterMs = 10 * 60_000;
/** An erasure that has used all attempts, or was dead-lettered, restarts after this time. */
const comeBackSeconds = 3_600;

const writeMail = (publicUrl: string, code: string): string =>
  [
    'Your Leadlight account was deleted, with everything that belonged to it.',
    '',
    'Spreadsheets in your Google Drive are yours and stay there.',
    '',
    `The receipt: ${publicUrl}/deletion/${code}`,
  ].join('\n');

/** Runs an erasure until it succeeds, because the receipt promises it. */
const handleErasure = <Payload extends { code: string }>(
  { db, jobs }: Pick<AppContext, 'db' | 'jobs'>,
  type: JobType<Payload>,
  run: JobHandler<Payload>['run'],
): JobHandler => {
  const comeBack = (payload: Payload): Promise<void> =>
    jobs.enqueue(type, payload, { startAfterSeconds: comeBackSeconds, singletonKey: payload.code });
  return handleJob(
    type,
    async (payload, jobRun) => {
      try {
        await run(payload, jobRun);
      } catch (error) {
        if (jobRun.isLastAttempt) await comeBack(payload);
        throw error;
      }
      await jobRun.progressed();
      // Do not log the code: anyone who has it can open the receipt.
      const receipt = await findReceipt(db, payload.code);
      jobRun.log.info({ deleted: receipt?.counts ?? {} }, 'an erasure is complete');
    },
    comeBack,
  );
};

/** Background erasure jobs. `sweepErasuresJob` and `deleteOldLeadsJob` run on a schedule. */
export const privacyJobs = (context: AppContext): JobHandler[] => {
  const { db, clock, secrets, jobs } = context;
  const mailer = createMailer(context.env);
  return [
    handleErasure(context, eraseAccountJob, (account, run) => eraseAccount(context, account, run)),

    handleErasure(context, erasePersonJob, async ({ workspaceId, code, person }, { progressed }) => {
      await erasePerson(context, { workspaceId, person: openPerson(secrets, code, person), receipt: code, progressed });
      await finishReceipt(db, code, clock.now());
    }),

    handleErasure(context, erasePlatformJob, async ({ code, platform, workspaceIds }, { progressed }) => {
      for (const workspaceId of workspaceIds) await erasePlatform(context, { workspaceId, platform }, code, progressed);
      await finishReceipt(db, code, clock.now());
    }),

    handleJob(accountDeletedMail, async ({ code, address }, { signal }) => {
      if (!mailer) throw notConfigured(messages.auth.mailOff);
      const to = secrets.open(address, placeOfAddress(code));
      const text = writeMail(context.env.PUBLIC_URL, code);
      await mailer.send({ to, subject: 'Your Leadlight account was deleted', text }, signal);
    }),

    handleJob(sweepErasuresJob, async () => {
      const before = new Date(clock.now().getTime() - overdueAfterMs);
      for (const code of await listUnfinishedAccounts(db, before))
        await jobs.enqueue(eraseAccountJob, { code, address: null }, { singletonKey: code });
    }),

    handleJob(deleteOldLeadsJob, async (_payload, { log, signal }) =>
      logDeleted(log, await deleteOldLeads(context, signal)),
    ),
  ];
};
