import { parseArgs } from 'node:util';
import { normalizeEmail } from '#server/modules/users/normalizeEmail.ts';
import { UsageError, runCommand } from './runCommand.ts';

/*
 * npm run accounts -- list
 * npm run accounts -- block ADDRESS
 * npm run accounts -- unblock ADDRESS
 * npm run accounts -- reset-link ADDRESS
 */

const actions = ['list', 'block', 'unblock', 'reset-link'] as const;
const usage = 'npm run accounts -- list | block ADDRESS | unblock ADDRESS | reset-link ADDRESS';

const readArguments = () => {
  const { positionals } = parseArgs({ allowPositionals: true, options: {} });
  const [name, address, ...rest] = positionals;
  const action = actions.find((each) => each === name);
  if (action === undefined || rest.length > 0 || (action === 'list') !== (address === undefined))
    throw new UsageError(usage);
  return { action, email: normalizeEmail(address?.trim() ?? '') };
};

await runCommand(async ({ env, say }) => {
  const { action, email } = readArguments();
  // The commands load the whole product; a usage error should not wait for that.
  const { runBlock, runList, runResetLink, runUnblock } = await import('./accounts/commands.ts');
  if (action === 'list') await runList(env, say);
  else await { block: runBlock, unblock: runUnblock, 'reset-link': runResetLink }[action](env, say, email);
});
