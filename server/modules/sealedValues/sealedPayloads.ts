import { accountDeletedMail, eraseAccountJob, erasePersonJob } from '#server/modules/privacy/privacy.jobs.ts';

/** The kinds of job that hold a sealed value, and by which name it stands in their payload. */
export const sealedPayloads = [
  { job: erasePersonJob.name, field: 'person' },
  { job: eraseAccountJob.name, field: 'address' },
  { job: accountDeletedMail.name, field: 'address' },
] as const;
