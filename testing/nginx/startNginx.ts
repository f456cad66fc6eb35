import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from '#testing/freePort.ts';
import { waitUntil } from '#testing/waitUntil.ts';
import { renderNginxConf, renderTlsSnippet } from './renderNginxConf.ts';
import { runNginx } from './runNginx.ts';

export type NginxTargets = {
  /** Web roles, e.g. `127.0.0.1:3001`. */
  web: readonly string[];
  /** API roles. If set, the inner server listens too. */
  api?: readonly string[];
};

export type NginxOptions = NginxTargets & {
  /** An existing folder for nginx's caches and logs, including `access.log`. */
  folder: string;
  /** Files of a certificate and its key. If set, `url` is https. */
  tls?: { certificate: string; key: string };
  /** More files for `/etc/nginx/leadlight`, by name. */
  snippets?: Readonly<Record<string, string>>;
  /** `none` for load tests, because all their requests come from one address. */
  limits?: 'shipped' | 'none';
  /** The port for browsers; a free one by default. Set it if the product has to know it first. */
  port?: number;
};

export type RunningNginx = {
  /** For browsers. */
  url: string;
  /** For browsers without TLS; the same as `url` if TLS is off. */
  plainUrl: string;
  /** API_URL for web roles without an API in the same process. */
  apiUrl: string | null;
  accessLog: string;
  errorLog: string;
  /** Switches to other instances. Requests to the old ones are finished. */
  reload(targets: NginxTargets): Promise<void>;
  end(): Promise<void>;
};

const countOf = (text: string, part: string): number => text.split(part).length - 1;

/** Starts nginx with the project's nginx.conf on the loopback address, in front of local servers. */
export const startNginx = async (options: NginxOptions): Promise<RunningNginx> => {
  const { folder, tls, snippets = {}, limits = 'shipped' } = options;
  const [port, tlsPort, apiPort] = [options.port ?? (await freePort()), await freePort(), await freePort()];
  const confFile = join(folder, 'nginx.conf');
  const errorLog = join(folder, 'error.log');

  const writeConf = ({ web, api }: NginxTargets): Promise<void> =>
    writeFile(
      confFile,
      renderNginxConf({
        folder,
        listen: `127.0.0.1:${port}`,
        web,
        ...(api ? { api: { listen: `127.0.0.1:${apiPort}`, targets: api } } : {}),
        limits,
      }),
    );

  await mkdir(join(folder, 'snippets'), { recursive: true });
  await writeConf(options);
  if (tls)
    await writeFile(join(folder, 'snippets/tls.conf'), renderTlsSnippet({ listen: `127.0.0.1:${tlsPort}`, ...tls }));
  for (const [name, text] of Object.entries(snippets)) await writeFile(join(folder, 'snippets', name), text);

  const nginx = await runNginx(folder);
  return {
    url: tls ? `https://localhost:${tlsPort}` : `http://localhost:${port}`,
    plainUrl: `http://localhost:${port}`,
    apiUrl: options.api ? `http://127.0.0.1:${apiPort}` : null,
    accessLog: join(folder, 'access.log'),
    errorLog,
    reload: async (targets) => {
      const log = await readFile(errorLog, 'utf8');
      await writeConf(targets);
      nginx.reload();
      // Each old worker logs this when it stops accepting connections.
      const workers = Number(/worker_processes (\d+);/.exec(await readFile(confFile, 'utf8'))?.[1]);
      const before = countOf(log, 'gracefully shutting down');
      await waitUntil(
        async () => countOf(await readFile(errorLog, 'utf8'), 'gracefully shutting down') >= before + workers,
        { what: 'the reload' },
      );
    },
    end: () => nginx.end(),
  };
};
