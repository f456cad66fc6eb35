import type { SecretBox } from '#server/lib/crypto/SecretBox.ts';
import { accountDeletedMail, eraseAccountJob, erasePersonJob } from '#server/modules/privacy/privacy.jobs.ts';
import type { DumpSession } from '#server/archive/backup/DumpSession.ts';

/**
 * Deletes erasure requests that no key can open, and their receipts, because the person is unknown. Accounts are still
 * deleted, but without a mail.
 * @returns the number of people who need a new request
 */
export const deleteErasures = async (
  session: Pick<DumpSession, 'query'>,
  { keyIds }: Pick<SecretBox, 'keyIds'>,
): Promise<number> => {
  const [queue] = await session.query<{ found: boolean }>(`select to_regclass('jobs.job') is not null as found`);
  if (!queue?.found) return 0;
  const isLost = (field: string) =>
    `name = $1 and state < 'completed' and split_part(data->>'${field}', '.', 2) <> all($2)`;
  const persons = await session.query<{ code: string }>(
    `delete from jobs.job where ${isLost('person')} returning data->>'code' as code`,
    [erasePersonJob.name, keyIds],
  );
  await session.query('delete from erasures where code = any($1) and finished_at is null', [
    persons.map(({ code }) => code),
  ]);
  await session.query(`update jobs.job set data = jsonb_set(data, '{address}', 'null') where ${isLost('address')}`, [
    eraseAccountJob.name,
    keyIds,
  ]);
  await session.query(`delete from jobs.job where ${isLost('address')}`, [accountDeletedMail.name, keyIds]);
  return persons.length;
};
