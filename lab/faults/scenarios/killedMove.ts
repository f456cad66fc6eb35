import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { Client } from 'pg';
import { listAllCustomLeads } from '#lab/faults/customLeads.ts';
import { compare } from '#lab/faults/compare.ts';
import { atLeast, exactly, none } from '#lab/faults/metrics.ts';
import type { ScenarioContext, ScenarioRun } from '#lab/faults/Scenario.ts';
import { fillFormerDatabase, readFormerList, workspaceId } from '#server/database/moves/testing/formerDatabase.ts';
import { registerPerson } from '#testing/people.ts';
import type { Person } from '#testing/people.ts';
import { createSite, launchProduct, startProduct } from '#testing/startProduct.ts';
import type { ProductSite } from '#testing/startProduct.ts';

const rows = { full: 25_000, short: 5_000 } as const;

const countMoved = async (client: Client): Promise<number> => {
  const { rows: tables } = await client.query<{ found: boolean }>(
    `select to_regclass('moving_leads') is not null as found`,
  );
  if (!tables[0]?.found) return 0;
  const { rows: counts } = await client.query<{ moved: number }>(
    `select count(*)::int as moved from leads where list = 'custom'`,
  );
  return counts[0]?.moved ?? 0;
};

/** Kills a starting product between two steps, or within a step. @returns the number of moved leads */
const kill = async (site: ProductSite, client: Client, isBetween: boolean): Promise<number> => {
  const before = await countMoved(client);
  const product = launchProduct(site, isBetween ? { killAt: 'database.rowsMoved' } : {});
  if (!isBetween) {
    // The next step has begun once the leads of a step are visible.
    while (product.isRunning() && (await countMoved(client)) === before) await sleep(1);
    await product.end('SIGKILL');
  }
  await product.ended;
  return countMoved(client);
};

/** Waits until the import that was under way before the move is complete. */
const awaitImport = async (client: Client): Promise<void> => {
  for (;;) {
    const { rowCount } = await client.query(`select from custom_lead_imports where state = 'accepted'`);
    if (rowCount === 0) return;
    await sleep(100);
  }
};

/** Signs a person in to the workspace with the former leads. */
const enter = async (site: ProductSite, client: Client): Promise<Person> => {
  const person = await registerPerson(site);
  await client.query(
    'insert into memberships (workspace_id, user_id, role) select $1, user_id, role from memberships where user_id = $2',
    [workspaceId, person.userId],
  );
  await client.query('update sessions set workspace_id = $1 where user_id = $2', [workspaceId, person.userId]);
  return person;
};

/** Kills the product while it moves the imported leads of 2.0, and compares the list before and after. */
export const killedMove: ScenarioRun = async (context: ScenarioContext) => {
  const postgres = await context.startPostgres();
  await fillFormerDatabase(postgres.url, context.isShort ? rows.short : rows.full);
  const client = new Client({ connectionString: postgres.url });
  await client.connect();
  context.onEnd(() => client.end());
  const former = await readFormerList(client);
  const site = await createSite({ folder: context.folder, databaseUrl: postgres.url });
  let kills = 0;
  for (let number = 0; number < context.runs; number += 1) {
    const moved = await kill(site, client, number % 2 === 0);
    context.log(`${moved} leads moved before kill ${number + 1}`);
    if (moved > 0) kills += 1;
  }
  const product = await startProduct(site);
  await awaitImport(client);
  const found = await listAllCustomLeads(await enter(site, client));
  await product.end('SIGTERM');
  const ids = new Set(former.map(({ _id }) => _id));
  const { lost, doubled, foreign } = compare(
    ids,
    found.map(({ _id }) => _id),
  );
  const known = found.filter(({ _id }) => ids.has(_id));
  const differing = former.filter((lead, place) => !isDeepStrictEqual(lead, known[place])).length;
  return {
    lost,
    doubled,
    metrics: [
      atLeast('kills during the move', kills, context.runs),
      exactly('leads of the import that was under way', foreign, 1),
      none('leads that differ or changed their place', differing),
    ],
  };
};
