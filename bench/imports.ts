import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { saveCustomLeads } from '#shared/contracts/customLeads.ts';
import { apiBase } from '#shared/contracts/endpoint.ts';
import { listNotifications } from '#shared/contracts/notifications.ts';
import { customLeadKeys } from '#shared/customLeadColumns.ts';
import { importLimits } from '#shared/limits.ts';
import { freePort } from '#server/testing/freePort.ts';
import { startPostgres } from '#server/testing/startPostgres.ts';
import { startProduct } from '../scripts/startProduct.ts';
import type { Product } from '../scripts/startProduct.ts';
import { registerPerson } from './registerPerson.ts';
import type { Figure } from './run.ts';

const askEveryMs = 50;

/** As many rows as one import may have, with all their columns; some 50 MB. */
const buildBody = (): string => {
  const leads = Array.from({ length: importLimits.rows }, (_, number) => ({
    ...Object.fromEntries(customLeadKeys.map((key) => [key, `${key} ${number % 50}`])),
    id: String(1_000_000_000_000_000 + number),
    Name: `Person ${((number * 7919) % 100_003).toString(36)} Example`,
    EmailAddress: `person.${number}@mail${number % 500}.example`,
  }));
  return JSON.stringify({ leads });
};

/** Resident memory of a process in megabytes, as Linux tells it. */
const residentMegabytes = async (pid: number | undefined): Promise<number> => {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? Number.NaN) / 1024;
};

type Measured = { seconds: number; memory: number; longestWait: number };

/** Posts the body while a second client asks for something small all the time. */
const measureImport = async (product: Product, token: string, body: string): Promise<Measured> => {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const idleMemory = await residentMegabytes(product.process.pid);
  const end = new AbortController();
  let longestWait = 0;
  let memory = 0;
  const ask = async (): Promise<void> => {
    while (!end.signal.aborted) {
      const start = performance.now();
      const response = await fetch(`${product.url}${apiBase}${listNotifications.path}`, { headers });
      await response.text();
      longestWait = Math.max(longestWait, performance.now() - start);
      memory = Math.max(memory, (await residentMegabytes(product.process.pid)) - idleMemory);
      await sleep(askEveryMs);
    }
  };
  const asking = ask();
  const start = performance.now();
  const response = await fetch(`${product.url}${apiBase}${saveCustomLeads.path}`, { method: 'POST', headers, body });
  const text = await response.text();
  const seconds = (performance.now() - start) / 1000;
  end.abort();
  await asking;
  if (response.status !== 200) throw new Error(`The import was refused: ${response.status} ${text}`);
  return { seconds, memory, longestWait };
};

const measureEngine = async (engine: string, databaseUrl: string | null, body: string): Promise<Figure[]> => {
  const [port, apiPort] = await Promise.all([freePort(), freePort()]);
  const dataDir = await mkdtemp(join(tmpdir(), 'll-bench-'));
  try {
    const product = await startProduct({
      NODE_ENV: 'production',
      PORT: String(port),
      API_PORT: String(apiPort),
      DATA_DIR: dataDir,
      LOG_LEVEL: 'warn',
      ENCRYPTION_KEY: randomBytes(32).toString('base64'),
      ...(databaseUrl === null ? {} : { DATABASE_URL: databaseUrl }),
    });
    try {
      const { token } = await registerPerson(product.url);
      const figures: Figure[] = [];
      for (const round of ['first', 'again']) {
        const { seconds, memory, longestWait } = await measureImport(product, token, body);
        const name = `imports.${engine}.${round}`;
        figures.push(
          { name: `${name}.total`, value: seconds, unit: 's' },
          { name: `${name}.memoryAboveIdle`, value: memory, unit: 'MB' },
          { name: `${name}.longestWaitOfOthers`, value: longestWait, unit: 'ms' },
        );
      }
      return figures;
    } finally {
      await product.stop();
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
};

/** The largest import, new and then repeated, on both engines, and how long others wait for it. */
export const imports = async (): Promise<Figure[]> => {
  const body = buildBody();
  const onEmbedded = await measureEngine('embedded', null, body);
  const postgres = await startPostgres();
  try {
    return [...onEmbedded, ...(await measureEngine('postgres', postgres.url, body))];
  } finally {
    await postgres.stop();
  }
};
