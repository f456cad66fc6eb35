import { login, register } from '#shared/contracts/users.ts';
import { apiBase } from '#shared/contracts/endpoint.ts';
import { startServerProcess } from './image/startServerProcess.ts';

/*
 * `npm run demo`: starts the product with its sandbox, which simulates Google, Facebook and TikTok, and with an account
 * that is ready to use. Data is kept in data/demo.
 */

const account = { name: 'Sam Sandbox', email: 'demo@example.test', password: 'demo-password' };

const post = (url: string, path: string, body: object): Promise<Response> =>
  fetch(`${url}${apiBase}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

const hasAccount = async (url: string): Promise<boolean> =>
  (await post(url, login.path, { email: account.email, password: account.password })).ok ||
  (await post(url, register.path, { ...account, confirmpassword: account.password })).ok;

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

if (!(await hasAccount(product.url))) {
  console.error(
    `The account ${account.email} is taken with another password: remove the folder data/demo and start again.`,
  );
  await product.stop();
  process.exit(1);
}

const sandboxUrl = new URL(product.url);
sandboxUrl.port = process.env['SANDBOX_PORT'] ?? '4100';
console.log(`
  Leadlight is running, with a sandbox in place of Google, Facebook and TikTok.

    Open       ${product.url}
    Sign in    ${account.email}
    Password   ${account.password}

    Mail       ${sandboxUrl.origin}/mail
    Sheets     ${sandboxUrl.origin}/spreadsheets

  Ctrl+C stops it.
`);
