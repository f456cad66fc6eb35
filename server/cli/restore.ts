import { parseArgs } from 'node:util';
import { newEncryptionKey } from '#server/config/encryptionKeys.ts';
import { createSecretBox } from '#server/lib/crypto/aesSecretBox.ts';
import { chooseKeys, explainMissingKeys } from '#server/archive/restore/chooseKeys.ts';
import { describeBackup } from '#server/archive/describe.ts';
import { deleteTokens } from '#server/archive/restore/deleteTokens.ts';
import { loadBackup } from '#server/archive/restore/loadBackup.ts';
import { checkBackup } from '#server/archive/readBackup.ts';
import { openEmbeddedTarget, openServerTarget } from '#server/archive/restore/restoreTargets.ts';
import { serverUrlOf } from '#server/archive/openArchive.ts';
import { UsageError, runCommand } from './runCommand.ts';

/*
 * npm run restore -- FILE [--force] [--forget-tokens]
 */

const readArguments = () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      force: { type: 'boolean', default: false },
      'forget-tokens': { type: 'boolean', default: false },
    },
  });
  const [file] = positionals;
  if (file === undefined || positionals.length > 1)
    throw new UsageError('npm run restore -- FILE [--force] [--forget-tokens]');
  return { file, isForced: values.force, forgetsTokens: values['forget-tokens'] };
};

await runCommand(async ({ env, signal, say }) => {
  const { file, isForced, forgetsTokens } = readArguments();
  const startedAt = performance.now();
  // Check the whole file before anything changes.
  const source = { file, passphrase: env.BACKUP_PASSPHRASE };
  const backup = await checkBackup(source);
  say(`Checked: ${describeBackup(backup.manifest)}`);

  const { keys, isForFile, missingIds } = await chooseKeys(env, backup);
  if (missingIds.length > 0 && !forgetsTokens) throw new Error(explainMissingKeys(env, file, backup, missingIds));
  if (keys.length === 0) keys.push(newEncryptionKey());

  const serverUrl = serverUrlOf(env);
  const target = serverUrl
    ? await openServerTarget(serverUrl, { isForced })
    : await openEmbeddedTarget({
        dataDir: env.DATA_DIR,
        textBytes: backup.textBytes,
        isForced,
        keys: isForFile ? keys : null,
      });
  let forgotten = 0;
  let formerFolder: string | null = null;
  try {
    await loadBackup(target.session, {
      source,
      manifest: backup.manifest,
      signal,
      settle: async () => {
        if (forgetsTokens) forgotten = await deleteTokens(target.session, createSecretBox(keys));
      },
    });
    formerFolder = await target.finish();
  } finally {
    await target.close();
  }
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  say(`Restored in ${seconds} s: every table has the rows and the checksum of the backup. Leadlight can be started.`);
  if (forgetsTokens) say(`Connections to renew: ${forgotten}`);
  if (formerFolder)
    say(
      `The database of the earlier release is still in ${formerFolder}. Remove it when you have checked the restored data.`,
    );
});
