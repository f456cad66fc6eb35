import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Prints the path of each module that is loaded. */
const printLoads = `data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from 'node:module';
  registerHooks({ load: (url, context, next) => { console.error('loaded ' + url); return next(url, context); } });
`)}`;

/** A start that ends at once, because its database does not answer. @returns what it has loaded of the sandbox */
const startWith = (settings: Record<string, string>): Promise<string[]> =>
  new Promise((resolve, reject) => {
    const env = {
      PATH: process.env['PATH'],
      DATABASE_URL: 'postgres://127.0.0.1:1/none',
      ENCRYPTION_KEY: Buffer.alloc(32).toString('base64'),
      NODE_ENV: 'production',
      ROLES: 'api,worker',
      ...settings,
    };
    execFile(process.execPath, ['--import', printLoads, 'server/main.ts'], { cwd: root, env }, (_error, _out, text) => {
      const loaded = text.split('\n').filter((line) => line.startsWith('loaded '));
      if (!loaded.some((line) => line.endsWith('/server/startServer.ts'))) {
        reject(new Error(text));
        return;
      }
      const paths = [/\/server\/(sandbox)\//, /\/node_modules\/(smtp-server|postal-mime)\//];
      resolve([...new Set(loaded.flatMap((line) => paths.flatMap((path) => path.exec(line)?.[1] ?? [])))].toSorted());
    });
  });

test('only a start with SANDBOX loads the sandbox, the mail server and the mail parser', async () => {
  const port = { API_PORT: '0', SANDBOX_PORT: '0' };
  expect(await startWith(port)).toEqual([]);
  expect(await startWith({ ...port, SANDBOX: 'true' })).toEqual(['postal-mime', 'sandbox', 'smtp-server']);
});
