import { accountDeletedMail, eraseAccountJob, erasePersonJob } from '#server/modules/privacy/privacy.jobs.ts';

/** Jobs with a sealed value, and its field in the payload. */
export const sealedPayloads = [
  { job: erasePersonJob.name, field: 'person' },
  { job: eraseAccountJob.name, field: 'address' },
  { job: accountDeletedMail.name, field: 'address' },
] as const;
