import { stat } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { findEncryptionKeys } from '#server/config/encryptionKeys.ts';
import { backupFolderOf, keepNewest } from '#server/archive/backupFiles.ts';
import { describeBackup, describeSize } from '#server/archive/describe.ts';
import { openForBackup } from '#server/archive/openArchive.ts';
import { checkBackup } from '#server/archive/readBackup.ts';
import { UsageError, runCommand } from './runCommand.ts';
import { prepareTarget } from '#server/archive/backup/prepareTarget.ts';
import { writeBackup } from '#server/archive/backup/writeBackup.ts';
import type { WrittenBackup } from '#server/archive/backup/writeBackup.ts';

/*
 * npm run backup [-- --to FOLDER] [--keep N] [--without-key]
 * npm run backup -- --verify FILE
 */

const readArguments = () => {
  const { values } = parseArgs({
    options: {
      to: { type: 'string' },
      keep: { type: 'string' },
      'without-key': { type: 'boolean', default: false },
      verify: { type: 'string' },
    },
  });
  if (values.keep !== undefined && !/^[1-9]\d{0,5}$/.test(values.keep))
    throw new UsageError('--keep: how many backups to keep in the folder, e.g. --keep 14');
  return values;
};

await runCommand(async ({ env, signal, say }) => {
  const options = readArguments();
  if (options.verify !== undefined) {
    const { manifest } = await checkBackup({ file: options.verify, passphrase: env.BACKUP_PASSPHRASE });
    say(`Checked: ${options.verify}, ${describeBackup(manifest)}`);
    return;
  }

  const folder = options.to ?? backupFolderOf(env);
  await prepareTarget(folder);
  const keys = options['without-key'] ? [] : await findEncryptionKeys(env);
  const startedAt = performance.now();
  const now = new Date();
  const database = await openForBackup(env);
  let written: WrittenBackup;
  try {
    written = await writeBackup(database.session, { folder, keys, passphrase: env.BACKUP_PASSPHRASE, now, signal });
  } finally {
    await database.close();
  }
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  const { size } = await stat(written.file);
  say(`Written: ${written.file}, ${describeSize(size)}, ${describeBackup(written.manifest)}, in ${seconds} s`);
  const { keyIds, sealedKeyIds } = written.manifest;
  if (sealedKeyIds.some((id) => !keyIds.includes(id)))
    say(
      `Without the keys of its tokens (${sealedKeyIds.join(', ')}): store them separately, because a restore needs them.`,
    );
  else if (env.BACKUP_PASSPHRASE) say('The file is encrypted. It cannot be restored without BACKUP_PASSPHRASE.');
  else if (keyIds.length > 0)
    say('The file contains the keys of its tokens. Keep it secret: it gives access to everything.');
  if (options.keep !== undefined)
    for (const name of await keepNewest(folder, Number(options.keep), now)) say(`Deleted: ${name}`);
});
