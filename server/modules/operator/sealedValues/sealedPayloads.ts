import { accountDeletedMail, eraseAccountJob, erasePersonJob } from '#server/modules/privacy/privacy.jobs.ts';

/** The jobs with a sealed value, and its name in their payload. */
export const sealedPayloads = [
  { job: erasePersonJob.name, field: 'person' },
  { job: eraseAccountJob.name, field: 'address' },
  { job: accountDeletedMail.name, field: 'address' },
] as const;
