import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { listCustomLeads } from '#shared/contracts/customLeads.ts';
import { apiBase } from '#shared/contracts/endpoint.ts';
import { listLeads } from '#shared/contracts/leads.ts';
import { listNotifications } from '#shared/contracts/notifications.ts';
import { freePort } from '#server/testing/freePort.ts';
import { startPostgres } from '#server/testing/startPostgres.ts';
import { startProduct } from '../scripts/startProduct.ts';
import { insertCustomLeads, insertLeads, withoutSearchIndexes } from './leadData.ts';
import { latencies } from './measure.ts';
import { registerPerson } from './registerPerson.ts';
import type { Figure } from './run.ts';

const leadRows = 1_000_000;
const otherPeople = 10;
const otherRows = 10_000;
const customRows = 200_000;
const limit = 50;

const random = (below: number): number => Math.floor(Math.random() * below);
const pageOf = (path: string, page: number, search = ''): string =>
  `${path}?${new URLSearchParams({ page: String(page), limit: String(limit), search })}`;

/** What is asked for, by name; each call makes another request. */
const scenarios: Record<string, () => string> = {
  reference: () => listNotifications.path,
  'page.first': () => pageOf(listLeads.facebook.path, 1),
  'page.random': () => pageOf(listLeads.facebook.path, 1 + random(leadRows / limit)),
  // The middle is the worst: late pages are sought from the end.
  'page.middle': () => pageOf(listLeads.facebook.path, leadRows / limit / 2),
  'page.last': () => pageOf(listLeads.facebook.path, leadRows / limit),
  'search.one': () => pageOf(listLeads.facebook.path, 1, String(1_000_000_000_000_000 + 1 + random(leadRows))),
  'search.thousand': () => pageOf(listLeads.facebook.path, 1, `${100 + random(900)}@`),
  'search.common': () => pageOf(listLeads.facebook.path, 1, ['example', 'anna', 'web.', '+49', 'ova'][random(5)]),
  'search.common.page100': () => pageOf(listLeads.facebook.path, 100, 'example'),
  'search.none': () => pageOf(listLeads.facebook.path, 1, `q${randomBytes(3).toString('hex')}x`),
  'search.twoLetters': () => pageOf(listLeads.facebook.path, 1, ['an', 'qu', '7-', 'xx'][random(4)]),
  'custom.page.random': () => pageOf(listCustomLeads.path, 1 + random(customRows / limit)),
  'custom.search.one': () => pageOf(listCustomLeads.path, 1, String(1_000_000_000_000_000 + 1 + random(customRows))),
  'custom.search.common': () => pageOf(listCustomLeads.path, 1, ['example', 'anna', 'campaign 7'][random(3)]),
};

const fill = async (databaseUrl: string, userId: string): Promise<void> => {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  await withoutSearchIndexes(client, async () => {
    await insertLeads(client, userId, leadRows);
    await insertCustomLeads(client, userId, customRows);
    for (let number = 0; number < otherPeople; number += 1) {
      const other = `other-${number}`;
      await client.query(`insert into users (id, name, email, default_accounts) values ($1, $1, $1, '{}')`, [other]);
      await insertLeads(client, other, otherRows);
    }
  });
  await client.end();
};

/** Lists and searches of a person with a million leads, through the API on PostgreSQL; with 1 and with 8 connections. */
export const leads = async (): Promise<Figure[]> => {
  const postgres = await startPostgres();
  const [port, apiPort] = await Promise.all([freePort(), freePort()]);
  const dataDir = await mkdtemp(join(tmpdir(), 'll-bench-'));
  try {
    const product = await startProduct({
      NODE_ENV: 'production',
      ROLES: 'api',
      PORT: String(port),
      API_PORT: String(apiPort),
      DATA_DIR: dataDir,
      DATABASE_URL: postgres.url,
      ENCRYPTION_KEY: randomBytes(32).toString('base64'),
      LOG_LEVEL: 'warn',
    });
    try {
      const url = `http://127.0.0.1:${apiPort}`;
      const { userId, token } = await registerPerson(url);
      await fill(postgres.url, userId);
      const figures: Figure[] = [];
      for (const connections of [1, 8])
        for (const [name, pathOf] of Object.entries(scenarios)) {
          const measured = await latencies(() => `${url}${apiBase}${pathOf()}`, { token, connections });
          for (const [figure, value] of Object.entries(measured))
            figures.push({ name: `leads.${name}.connections${connections}.${figure}`, value, unit: 'ms' });
        }
      return figures;
    } finally {
      await product.stop();
    }
  } finally {
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
};
