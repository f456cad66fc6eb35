import { setTimeout as sleep } from 'node:timers/promises';
import { createSheetSync, listSheetSyncRuns } from '#shared/contracts/sheetSyncs.ts';
import { importLimits } from '#shared/limits.ts';
import { putSheet } from '#testing/sandbox/sandboxControl.ts';
import { waitUntil } from '#testing/waitUntil.ts';
import { readStoredLeadIds } from '#lab/faults/customLeads.ts';
import { compare } from '#lab/faults/compare.ts';
import { randomKills, runKills } from '#lab/faults/kills.ts';
import type { Kill } from '#lab/faults/kills.ts';
import { worst } from '#lab/faults/measure.ts';
import { atMost } from '#lab/faults/metrics.ts';
import { registerPerson } from '#testing/people.ts';
import type { ScenarioContext, ScenarioRun } from '#lab/faults/Scenario.ts';
import type { SandboxSite } from '#testing/sandbox/startSandbox.ts';
import { createSite, now, readSteps, startProduct } from '#testing/startProduct.ts';
import type { ProductSite, SiteOptions } from '#testing/startProduct.ts';
import { hangMs } from '#lab/faults/hangMs.ts';

const shortRows = 3_000;
const header = ['id', 'Name', 'EmailAddress', 'campaign_name', 'form_name'];

type Seen = { lost: number; doubled: number; resumeSeconds: number; wasCut: boolean };

const buildSheet = (count: number): string[][] => [
  header,
  ...Array.from({ length: count }, (_, number) => [
    `l:${1_000_000_000_000_000 + number}`,
    `Person ${number}`,
    `person.${number}@example.test`,
    `Campaign ${number % 50}`,
    `Form ${number % 7}`,
  ]),
];

const killOnce = async (
  site: ProductSite,
  sandbox: SandboxSite,
  rows: readonly string[][],
  { name, killAt, afterMs }: Kill,
): Promise<Seen> => {
  // No sync is due during the scenario, so only the interrupted run can continue.
  const first = await startProduct(site, { killAt });
  const person = await registerPerson(site);
  const url = await putSheet(sandbox, name.replaceAll(/\W/g, '-').padEnd(44, 'x'), { rows, shared: 'public' });
  const { status, body } = await person.request(createSheetSync, { body: { url, type: 'meta' } });
  if (status !== 200) throw new Error(`The sheet was refused: ${status} ${body.message}`);
  const params = { id: body.data.id };
  const isDone = async (): Promise<boolean> => {
    const { body: runs } = await person.request(listSheetSyncRuns, { params });
    return runs.data.some(({ state }) => state === 'done');
  };
  if (afterMs === undefined) await first.ended;
  else {
    await sleep(afterMs);
    await first.end('SIGKILL');
  }
  const second = await startProduct(site);
  const readyAt = await second.ready;
  const wasCut = !(await isDone());
  await waitUntil(isDone, { timeoutMs: hangMs, everyMs: 100, what: `${name}: the whole sheet` });
  const resumed = readSteps(site).find(({ pid, step }) => pid === second.pid && step === 'sheetSync.read');
  await second.end('SIGTERM');
  const { lost, doubled, foreign } = compare(
    rows.slice(1).map(([id]) => id ?? ''),
    await readStoredLeadIds(site, person),
  );
  return {
    lost,
    doubled: doubled + foreign,
    wasCut,
    resumeSeconds: wasCut ? ((resumed?.at ?? now()) - readyAt) / 1000 : 0,
  };
};

const run = async (context: ScenarioContext, resumeAtMostSeconds: number, server: SiteOptions = {}) => {
  const sandbox = await context.startSandbox();
  const rows = buildSheet(context.isShort ? shortRows : importLimits.rows);
  const middle = Math.ceil(rows.length / 2_000);
  const kills: Kill[] = [
    { name: 'at read', killAt: 'sheetSync.read' },
    { name: 'at stored', killAt: `sheetSync.stored#${middle}` },
    ...randomKills(context, context.isShort ? 2_000 : 20_000),
  ];
  const { lost, doubled, seen } = await runKills(context, kills, async (kill) => {
    const site = await createSite({ folder: context.folder, environment: sandbox.environment, ...server });
    return killOnce(site, sandbox, rows, kill);
  });
  const resumeSeconds = worst(seen.map((each) => each.resumeSeconds));
  return {
    lost,
    doubled,
    metrics: [
      { name: 'cut short', value: seen.filter(({ wasCut }) => wasCut).length, unit: 'runs' },
      atMost('has read the sheet again after ready', resumeSeconds, resumeAtMostSeconds, 's'),
    ],
  };
};

/** Kills the process during a sheet sync, in one container with the embedded database. */
export const sheetSyncKills: ScenarioRun = (context) => run(context, 10);

/** Runs the same kills on a PostgreSQL server, where the lease has to expire first. */
export const sheetSyncKillsOnServer: ScenarioRun = async (context) =>
  run(context, 30, { databaseUrl: (await context.startPostgres()).url, roles: 'api,worker' });
