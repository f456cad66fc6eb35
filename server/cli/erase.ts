import { parseArgs } from 'node:util';
import * as z from 'zod';
import { messages } from '#shared/messages.ts';
import { readPhone } from '#server/modules/privacy/people/matchPerson.ts';
import { readSoughtPerson } from '#server/modules/privacy/people/readSoughtPerson.ts';
import { UsageError, runCommand } from './runCommand.ts';

/*
 * npm run erase -- --email ADDRESS and/or --phone NUMBER [--dry-run] [--out FILE]
 *     a person, from the leads of every account; --out writes a copy of the found data for the person
 * npm run erase -- --account ADDRESS
 *     an account with all its data
 * npm run erase -- --dry-run
 *     counts the leads that LEAD_RETENTION_DAYS would delete
 */

const usage = 'Name the person: --email ADDRESS, --phone NUMBER or both; or --account ADDRESS for a whole account';

const readArguments = () => {
  const { values } = parseArgs({
    options: {
      email: { type: 'string' },
      phone: { type: 'string' },
      account: { type: 'string' },
      out: { type: 'string' },
      'dry-run': { type: 'boolean', default: false },
    },
  });
  const { email, phone, account, out } = values;
  const isPerson = email !== undefined || phone !== undefined;
  const isRetention = !isPerson && account === undefined && out === undefined && values['dry-run'];
  if (isPerson === (account !== undefined) && !isRetention) throw new UsageError(usage);
  if (account !== undefined && (out !== undefined || values['dry-run']))
    throw new UsageError('--dry-run and --out are for a person, not for an account');
  if (email !== undefined && !z.email().safeParse(email.trim()).success)
    throw new UsageError(messages.validation.emailInvalid);
  if (phone !== undefined && readPhone(phone) === null) throw new UsageError(messages.privacy.phoneInvalid);
  return { email: email?.trim(), phone, account: account?.trim(), out, isDryRun: values['dry-run'], isRetention };
};

await runCommand(async ({ env, say }) => {
  const { email, phone, account, out, isDryRun, isRetention } = readArguments();
  const person = account === undefined && !isRetention ? readSoughtPerson({ email, phone }) : null;
  // The commands load the whole product; a usage error should not wait for that.
  const { runCountOldLeads, runEraseAccount, runErasePerson } = await import('./erase/commands.ts');
  if (person) await runErasePerson(env, say, { person, isDryRun, out });
  else if (account === undefined) await runCountOldLeads(env, say);
  else await runEraseAccount(env, say, account);
});
