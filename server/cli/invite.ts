import { parseArgs } from 'node:util';
import * as z from 'zod';
import { invitationDays } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import { UsageError, runCommand } from './runCommand.ts';

/*
 * npm run invite -- ADDRESS
 *     makes a link that lets ADDRESS register once
 */

const readAddress = (): string => {
  const { positionals } = parseArgs({ allowPositionals: true });
  const [address = '', ...more] = positionals;
  if (address === '' || more.length > 0) throw new UsageError('npm run invite -- ADDRESS');
  if (!z.email().safeParse(address.trim()).success) throw new UsageError(messages.validation.emailInvalid);
  return address.trim();
};

await runCommand(async ({ env, say }) => {
  const address = readAddress();
  // This import loads the database; a usage error should not wait for that.
  const { openStore } = await import('./erase/openContext.ts');
  const { normalizeEmail } = await import('#server/modules/users/normalizeEmail.ts');
  const { invite } = await import('#server/modules/users/registration/registration.service.ts');
  const { store, close } = await openStore(env);
  try {
    say(await invite(store, normalizeEmail(address)));
    say(`The link is valid for ${invitationDays} days and works once. Send it to ${address} only.`);
  } finally {
    await close();
  }
});
