import type { Client, ClientConfig } from 'pg';
import { joinEmbedded } from '#server/database/embedded/startEmbedded.ts';
import { startPostgres } from '#testing/database/startPostgres.ts';
import { buildRows } from '#lab/faults/customLeads.ts';
import { deleteSpreadsheet, listSpreadsheets } from '#lab/faults/exports.ts';
import { registerPerson } from '#testing/people.ts';
import { workspaceOf } from '#testing/database/workspaceOf.ts';
import type { Person } from '#testing/people.ts';
import { startSandbox } from '#testing/sandbox/startSandbox.ts';
import type { SandboxSite } from '#testing/sandbox/startSandbox.ts';
import type { BenchmarkOptions, Metric } from './Benchmark.ts';
import { withCleanup } from './cleanup.ts';
import type { Cleanup } from './cleanup.ts';
import { compare, comparedMetrics } from './compare.ts';
import { connect } from './connect.ts';
import { timeExport } from './exports.ts';
import { emptyImports, postRows } from './imports.ts';
import { insertLeads, withoutSearchIndex } from './leadData.ts';
import { pathOf } from './leadRequests.ts';
import type { LeadQuery } from './leadRequests.ts';
import { personsCalls } from './measure.ts';
import { startShipped } from './startShipped.ts';
import type { Shipped } from './startShipped.ts';

const importRows = { full: 20_000, quick: 2_000 } as const;
const leadRows = { full: 100_000, quick: 5_000 } as const;
const secondsPerRound = 2;
const clientCounts = [1, 20] as const;
/** Few rounds, because an export or an import takes more than a second. */
const rounds = 5;

const lists: readonly [name: string, query: LeadQuery][] = [
  ['first', { page: 1 }],
  ['search', { page: 1, search: 'anna' }],
];

/** A product with all roles, a person who uses it, and a connection to its database. */
type Site = { product: Shipped; person: Person; client: Client };

const openSite = async (cleanup: Cleanup, product: Shipped, connection: ClientConfig): Promise<Site> => {
  const client = await connect(cleanup, connection);
  return { product, person: await registerPerson(product, 'google'), client };
};

const startOnEmbedded = async (cleanup: Cleanup, env: Record<string, string>): Promise<Site> => {
  const dataDir = await cleanup.makeFolder();
  const product = await cleanup.use(startShipped({ dataDir, env }));
  const { connection } = await joinEmbedded(dataDir);
  return openSite(cleanup, product, connection);
};

const startOnServer = async (cleanup: Cleanup, env: Record<string, string>): Promise<Site> => {
  const postgres = await cleanup.use(startPostgres({ isDurable: true }));
  const product = await cleanup.use(startShipped({ databaseUrl: postgres.url, env }));
  return openSite(cleanup, product, { connectionString: postgres.url });
};

type Round = (site: Site) => Promise<{ rate: number }>;

const compareSites = async (
  name: string,
  unit: string,
  round: Round,
  [embedded, server]: readonly [Site, Site],
  { isQuick }: BenchmarkOptions,
): Promise<Metric[]> => {
  const compared = await compare({ isQuick, rounds, subject: () => round(embedded), reference: () => round(server) });
  return comparedMetrics(
    compared.of('rate'),
    [`embedded.${name}.embedded`, `embedded.${name}.server`, `embedded.${name}.ratio`],
    unit,
    { atLeast: 0.9 },
  );
};

const callList =
  (query: LeadQuery, connections: number, { isQuick }: BenchmarkOptions): Round =>
  ({ product, person: { token } }) =>
    personsCalls([product.apiUrl + pathOf(query)], { isQuick, token, connections, seconds: secondsPerRound });

const importInto =
  (rows: number, body: string): Round =>
  async ({ product, person, client }) => {
    await emptyImports(client);
    const { seconds } = await postRows(product, person.token, body);
    return { rate: rows / seconds };
  };

const exportFrom =
  (rows: number, sandbox: SandboxSite): Round =>
  async ({ person }) => {
    const { id, seconds } = await timeExport(person);
    for (const spreadsheet of await listSpreadsheets(sandbox, id)) await deleteSpreadsheet(sandbox, spreadsheet.id);
    return { rate: rows / seconds };
  };

/**
 * Compares the embedded database with a separate, equally durable PostgreSQL server: lists and searches of a person with
 * 100,000 leads, an import of 20,000 rows, and their export with instant Google responses.
 */
export const embedded = (options: BenchmarkOptions): Promise<Metric[]> =>
  withCleanup(async (cleanup) => {
    const size = options.isQuick ? 'quick' : 'full';
    const sandbox = await cleanup.use(startSandbox());
    // Production mode requires https for Google.
    const env = { ...sandbox.environment, NODE_ENV: 'development' };
    const sites = [await startOnEmbedded(cleanup, env), await startOnServer(cleanup, env)] as const;
    const metrics: Metric[] = [];

    for (const { client, person } of sites)
      await withoutSearchIndex(client, async () =>
        insertLeads(client, await workspaceOf(client, person.userId), leadRows[size]),
      );
    for (const [name, query] of lists)
      for (const connections of clientCounts)
        metrics.push(
          ...(await compareSites(
            `${name}.clients${connections}`,
            'requests/s',
            callList(query, connections, options),
            sites,
            options,
          )),
        );

    const rows = importRows[size];
    const body = JSON.stringify({ leads: buildRows(rows) });
    metrics.push(...(await compareSites('import', 'rows/s', importInto(rows, body), sites, options)));
    for (const { client } of sites) await client.query('vacuum (analyze) leads');
    metrics.push(...(await compareSites('export', 'rows/s', exportFrom(rows, sandbox), sites, options)));
    return metrics;
  });
