import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import { from } from 'pg-copy-streams';
import { saveCustomLeads } from '#shared/contracts/customLeads.ts';
import { apiBase } from '#shared/contracts/endpoint.ts';
import { listNotifications } from '#shared/contracts/notifications.ts';
import { customLeadKeys } from '#shared/customLeadColumns.ts';
import type { CustomLeadValues } from '#shared/customLeadColumns.ts';
import { importLimits } from '#shared/limits.ts';
import { columnsOf, importedColumns, toRecord } from '#server/modules/leads/imported/leadRecord.ts';
import { startPostgres } from '#testing/database/startPostgres.ts';
import { buildRows } from '#lab/faults/customLeads.ts';
import { median, residentMegabytes } from '#lab/faults/measure.ts';
import type { BenchmarkOptions, Metric } from './Benchmark.ts';
import { withCleanup } from './cleanup.ts';
import { connect } from './connect.ts';
import { compare, comparedMetrics } from './compare.ts';
import { idleMegabytes } from './measure.ts';
import { registerPerson } from '#testing/people.ts';
import { workspaceOf } from '#testing/database/workspaceOf.ts';
import { startShipped } from './startShipped.ts';
import type { Shipped } from './startShipped.ts';

const quickRows = 5_000;
/** Few rounds, because a full import takes many seconds. */
const rounds = 3;
const askEveryMs = 50;

type Row = Record<string, string>;
type Measured = { seconds: number; peak: number; longestWait: number };

/** Measures an import from the first byte until the commit, while a second client keeps making small calls. */
export const postRows = async (product: Shipped, token: string, body: string): Promise<Measured> => {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const end = new AbortController();
  let longestWait = 0;
  let peak = 0;
  const ask = async (): Promise<void> => {
    while (!end.signal.aborted) {
      const start = performance.now();
      const response = await fetch(`${product.apiUrl}${apiBase}${listNotifications.path}`, { headers });
      const text = await response.text();
      if (response.status !== 200) throw new Error(`The small call was refused: ${response.status} ${text}`);
      longestWait = Math.max(longestWait, performance.now() - start);
      peak = Math.max(peak, await residentMegabytes(product.pid));
      await sleep(askEveryMs);
    }
  };
  const post = async (): Promise<number> => {
    const start = performance.now();
    const response = await fetch(`${product.apiUrl}${apiBase}${saveCustomLeads.path}`, {
      method: 'POST',
      headers,
      body,
    });
    const text = await response.text();
    if (response.status !== 200) throw new Error(`The import was refused: ${response.status} ${text}`);
    return (performance.now() - start) / 1000;
  };
  const [seconds] = await Promise.all([post().finally(() => end.abort()), ask()]);
  return { seconds, peak, longestWait };
};

/** Empties the table before each import. */
export const emptyImports = (client: Client): Promise<unknown> =>
  client.query('truncate leads, custom_lead_imports, custom_lead_batches, lead_counts, lead_contacts cascade');

const copyText = `copy leads (workspace_id, list, lead_id, source, identity, created_at, updated_at, imported_at, position,
    ${importedColumns.join(', ')}) from stdin (format csv)`;

const quoted = (text: string | null): string => (text === null ? '' : `"${text.replaceAll('"', '""')}"`);

/** The rows in the format that PostgreSQL reads fastest. */
const toCopied = (workspaceId: string, rows: readonly Row[]): string => {
  const now = new Date().toISOString();
  const lineOf = (row: Row, index: number): string => {
    const { record, ...columns } = columnsOf(
      toRecord(Object.fromEntries(customLeadKeys.map((key) => [key, row[key] ?? ''])) as CustomLeadValues),
    );
    const times = [now, now, now, String(-index)];
    const key = [workspaceId, 'custom', randomBytes(12).toString('hex'), 'import', `lead:${row['id']}`];
    return [...key, ...times, ...Object.values(columns), JSON.stringify(record)].map(quoted).join(',');
  };
  return `${rows.map(lineOf).join('\n')}\n`;
};

/** The reference: copies the same rows into the same table in one transaction, without parsing or comparing. */
const copyRows = async (client: Client, text: string): Promise<number> => {
  const start = performance.now();
  await pipeline(Readable.from([text]), client.query(from(copyText)));
  return (performance.now() - start) / 1000;
};

/**
 * The largest import, 100,000 rows and 22 columns, from its first byte until the commit. The reference is `copy` of the same
 * rows. Target: at least 0.4 times its rows per second. Also measures the import's memory and the delay of other requests.
 */
export const imports = (options: BenchmarkOptions): Promise<Metric[]> =>
  withCleanup(async (cleanup) => {
    const rows = buildRows(options.isQuick ? quickRows : importLimits.rows);
    const body = JSON.stringify({ leads: rows });
    const postgres = await cleanup.use(startPostgres());
    const product = await cleanup.use(startShipped({ roles: 'api', databaseUrl: postgres.url }));
    const client = await connect(cleanup, postgres.url);

    const { userId, token } = await registerPerson(product);
    const copied = toCopied(await workspaceOf(client, userId), rows);
    const idle = await idleMegabytes(product.pid, options);
    const all: Measured[] = [];
    const compared = await compare({
      ...options,
      rounds,
      subject: async () => {
        await emptyImports(client);
        const one = await postRows(product, token, body);
        all.push(one);
        return { rate: rows.length / one.seconds };
      },
      reference: async () => {
        await emptyImports(client);
        return { rate: rows.length / (await copyRows(client, copied)) };
      },
    });
    // The first import is the warm-up.
    const measured = all.slice(1);
    await emptyImports(client);
    await postRows(product, token, body);
    const again = await postRows(product, token, body);
    return [
      ...comparedMetrics(
        compared.of('rate'),
        ['import.postgres.rate', 'import.bareCopy.rate', 'import.postgres.ratio'],
        'rows/s',
        { atLeast: 0.4 },
      ),
      { name: 'import.postgres.new', value: median(measured.map(({ seconds }) => seconds)), unit: 's' },
      { name: 'import.postgres.known', value: again.seconds, unit: 's' },
      { name: 'import.postgres.memoryAboveIdle', value: median(measured.map(({ peak }) => peak)) - idle, unit: 'MB' },
      { name: 'import.postgres.longestWait', value: Math.max(...measured.map((one) => one.longestWait)), unit: 'ms' },
    ];
  });
