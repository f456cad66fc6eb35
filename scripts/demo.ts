import { listAdAccounts } from '#shared/contracts/adAccounts.ts';
import type { AdAccount } from '#shared/contracts/adAccounts.ts';
import { login, register, updateProfile } from '#shared/contracts/users.ts';
import type { User } from '#shared/contracts/users.ts';
import { platformIds } from '#shared/platforms.ts';
import type { PlatformId } from '#shared/platforms.ts';
import { connectPlatform } from '#testing/api/connectPlatform.ts';
import { createRequest } from '#testing/api/createRequest.ts';
import { startServerProcess } from './image/startServerProcess.ts';

/*
 * `npm run demo`: starts the product with its sandbox, which simulates Google, Facebook and TikTok, and with an account
 * that is ready to use and connected to all three. Data is kept in data/demo.
 */

const account = { name: 'Sam Sandbox', email: 'demo@example.test', password: 'demo-password' };

// With this process's environment, so that ports and settings can be chosen.
const product = await startServerProcess(new URL('../server/main.ts', import.meta.url), {
  env: {
    ...process.env,
    SANDBOX: 'true',
    LOG_LEVEL: process.env['LOG_LEVEL'] ?? 'warn',
    DATA_DIR: process.env['DATA_DIR'] ?? './data/demo',
  },
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void product.stop());

const { url } = product;
const request = createRequest(url);

/** Null: the account has another password. */
const signIn = async (): Promise<User | null> => {
  const known = await request(login, { body: { email: account.email, password: account.password } });
  if (known.status === 200) return known.body.data;
  const created = await request(register, { body: { ...account, confirmpassword: account.password } });
  return created.status === 200 ? created.body.data : null;
};

const hasEvents = ({ name, descriptiveName }: AdAccount): boolean =>
  (descriptiveName ?? name ?? '').endsWith('with events');

/** The accounts with events and the first other one, unless the person has chosen accounts. */
const chooseAccounts = async ({ token, defaultAccounts }: User, platform: PlatformId): Promise<void> => {
  if (defaultAccounts[platform].length > 0) return;
  const { body } = await request(listAdAccounts[platform], { token });
  const [first] = body.accounts.filter((each) => !hasEvents(each));
  const ids = [...body.accounts.filter(hasEvents), ...(first ? [first] : [])].map(({ id }) => id);
  const answer = await request(updateProfile, { token, body: { defaultAccounts: { [platform]: ids } } });
  if (answer.status !== 200) throw new Error(`The accounts of ${platform} were not chosen: ${answer.body.message}`);
};

const user = await signIn();
if (!user) {
  console.error(
    `The account ${account.email} is taken with another password: remove the folder data/demo and start again.`,
  );
  await product.stop();
  process.exit(1);
}

try {
  // At each start, since the grants of the sandbox end with its process.
  for (const platform of platformIds) {
    await connectPlatform({ url, request }, { userId: user._id, token: user.token }, platform, { withEvents: true });
    await chooseAccounts(user, platform);
  }
} catch (error) {
  await product.stop();
  throw error;
}

const sandboxUrl = new URL(url);
sandboxUrl.port = process.env['SANDBOX_PORT'] ?? '4100';
console.log(`
  Leadlight is running, with a sandbox in place of Google, Facebook and TikTok.

    Open       ${url}
    Sign in    ${account.email}
    Password   ${account.password}

    Mail       ${sandboxUrl.origin}/mail
    Sheets     ${sandboxUrl.origin}/spreadsheets

  The account is connected to all three, each with an ad account with events. AI Insights
  shows what it found in them within a minute.

  Ctrl+C stops it.
`);
