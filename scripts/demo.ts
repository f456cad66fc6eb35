import { fork } from 'node:child_process';
import { login, register } from '#shared/contracts/users.ts';
import { apiBase } from '#shared/contracts/endpoint.ts';

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

/** Starts the product with this process's environment, so that ports and settings can be chosen. */
const start = async (): Promise<{ url: string; stop(): Promise<void> }> => {
  const server = fork(new URL('../server/main.ts', import.meta.url), {
    env: {
      ...process.env,
      SANDBOX: 'true',
      LOG_LEVEL: process.env['LOG_LEVEL'] ?? 'warn',
      DATA_DIR: process.env['DATA_DIR'] ?? './data/demo',
    },
  });
  const ended = new Promise<number | null>((resolve) => {
    server.once('exit', (code) => resolve(code));
  });
  const url = await new Promise<string>((resolve, reject) => {
    server.on('message', (message: { ready?: boolean; url: string }) => {
      if (message.ready) resolve(message.url);
    });
    void ended.then((code) => reject(new Error(`The server ended with ${code} before it was ready`)));
  });
  return {
    url,
    stop: async () => {
      server.kill('SIGTERM');
      const code = await ended;
      if (code !== 0) throw new Error(`The server did not stop in order: it ended with ${code}`);
    },
  };
};

const product = await start();
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
