import { parseArgs } from 'node:util';
import { findEncryptionKeys, keyFilePath, newEncryptionKey, replaceKeyFile } from '#server/config/encryptionKeys.ts';
import { createSecretBox, keyIdOf } from '#server/lib/crypto/aesSecretBox.ts';
import { deleteErasures } from '#server/archive/restore/deleteErasures.ts';
import { deleteTokens } from '#server/archive/restore/deleteTokens.ts';
import { openForChange } from '#server/archive/openArchive.ts';
import { UsageError, runCommand } from './runCommand.ts';

/*
 * npm run new-key                        prints a key
 * npm run new-key -- --add               adds a new key as the first of the key file
 * npm run new-key -- --forget-tokens     deletes tokens and other values whose keys are lost
 */

const readArguments = () => {
  const { values } = parseArgs({
    options: {
      add: { type: 'boolean', default: false },
      'forget-tokens': { type: 'boolean', default: false },
    },
  });
  if (values.add && values['forget-tokens']) throw new UsageError('use --add and --forget-tokens one after the other');
  return values;
};

await runCommand(async ({ env, say }) => {
  const options = readArguments();
  if (options['forget-tokens']) {
    const keys = await findEncryptionKeys(env);
    if (keys.length === 0) throw new Error('There is no key yet; start Leadlight once, or set ENCRYPTION_KEY.');
    const database = await openForChange(env);
    try {
      const secrets = createSecretBox(keys);
      const count = await deleteTokens(database.session, secrets);
      say(`Connections to renew: ${count}`);
      const erasures = await deleteErasures(database.session, secrets);
      if (erasures > 0) say(`Deletions of a person to request again: ${erasures}`);
    } finally {
      await database.close();
    }
    return;
  }

  const key = newEncryptionKey();
  if (!options.add) {
    say(key);
    return;
  }
  if (env.ENCRYPTION_KEY)
    throw new Error('The keys come from ENCRYPTION_KEY: put the new key there, before the others, with a comma.');
  const keys = [key, ...(await findEncryptionKeys(env))];
  await replaceKeyFile(env, keys);
  say(`Key ${keyIdOf(key)} is the first of ${keys.length} in ${keyFilePath(env)}. Restart Leadlight to use it.`);
});
