import { setTimeout as sleep } from 'node:timers/promises';
import { listExports } from '#shared/contracts/exports.ts';
import { importLimits } from '#shared/limits.ts';
import type { Step } from '#server/lib/flow/steps.ts';
import { postControl } from '#testing/sandbox/sandboxControl.ts';
import {
  awaitExport,
  beginExport,
  compareExport,
  deleteSpreadsheet,
  importRows,
  listSpreadsheets,
} from '#lab/faults/exports.ts';
import { randomKills, runKills } from '#lab/faults/kills.ts';
import type { Kill } from '#lab/faults/kills.ts';
import { worst } from '#lab/faults/measure.ts';
import { atMost, none } from '#lab/faults/metrics.ts';
import { readAllNotifications } from '#lab/faults/openBrowser.ts';
import { registerPerson } from '#testing/people.ts';
import type { Person } from '#testing/people.ts';
import type { ScenarioContext, ScenarioRun } from '#lab/faults/Scenario.ts';
import type { SandboxSite } from '#testing/sandbox/startSandbox.ts';
import { createSite, now, readSteps, startProduct } from '#testing/startProduct.ts';
import type { ProductSite } from '#testing/startProduct.ts';

const shortRows = 6_000;
const steps: readonly Step[] = [
  'export.queued',
  'export.begun',
  'export.gathered',
  'export.fileCreated',
  'export.filePrepared',
  'export.chunkWritten',
  'export.chunkNoted',
  'export.verified',
  'export.ended',
];

type Seen = {
  lost: number;
  doubled: number;
  notifications: number;
  spreadsheets: number;
  resumeSeconds: number;
  totalSeconds: number;
};

const killOnce = async (
  site: ProductSite,
  sandbox: SandboxSite,
  person: Person,
  expected: readonly string[],
  { killAt, afterMs }: Kill,
): Promise<Seen> => {
  const first = await startProduct(site, { killAt });
  const startedAt = now();
  // The process may die before it answers, but the stored export survives.
  const begun = beginExport(person).catch(() => null);
  if (afterMs !== undefined) {
    await begun;
    await sleep(afterMs);
    await first.end('SIGKILL');
  }
  await first.ended;
  const known = await begun;
  const second = await startProduct(site);
  const readyAt = await second.ready;
  const id = known ?? (await newestExport(person));
  await awaitExport(person, id, 'complete');
  const totalSeconds = (now() - startedAt) / 1000;
  const reached = readSteps(site).filter(({ pid, step }) => pid === second.pid && step.startsWith('export.'));
  const wasEnded = readSteps(site).some(({ pid, step }) => pid === first.pid && step === 'export.ended');
  const { lost, doubled, spreadsheets } = await compareExport(sandbox, id, expected);
  const notifications = (await readAllNotifications(person)).filter(({ payload }) => payload['exportId'] === id);
  for (const spreadsheet of spreadsheets) await deleteSpreadsheet(sandbox, spreadsheet.id);
  await second.end('SIGTERM');
  return {
    lost,
    doubled,
    notifications: notifications.length,
    spreadsheets: spreadsheets.length,
    resumeSeconds: wasEnded ? 0 : ((reached[0]?.at ?? now()) - readyAt) / 1000,
    totalSeconds,
  };
};

const newestExport = async (person: Person): Promise<string> => {
  const { body } = await person.request(listExports);
  const [newest] = body.data;
  if (!newest) throw new Error('The export was lost before it was acknowledged');
  return newest.id;
};

const run = async (context: ScenarioContext, resumeAtMostSeconds: number, databaseUrl?: string) => {
  const sandbox = await context.startSandbox();
  // Another scenario covers Google's write quota.
  await postControl(sandbox, '/google/quota', { readsPerMinute: 100_000, writesPerMinute: 100_000 });
  const site = await createSite({
    folder: context.folder,
    environment: sandbox.environment,
    databaseUrl,
    roles: databaseUrl && 'api,worker',
  });
  const product = await startProduct(site);
  const person = await registerPerson(site, 'google');
  const expected = await importRows(person, context.isShort ? shortRows : importLimits.rows);
  const startedAt = now();
  const unharmed = await beginExport(person);
  await awaitExport(person, unharmed, 'complete');
  const exportMs = now() - startedAt;
  const [whole] = await listSpreadsheets(sandbox, unharmed);
  if (whole) await deleteSpreadsheet(sandbox, whole.id);
  await product.end('SIGTERM');

  const named = context.isShort ? (['export.fileCreated', 'export.chunkWritten'] as const) : steps;
  const kills: Kill[] = [
    ...named.map((step) => ({
      name: `at ${step}`,
      killAt: step === 'export.chunkWritten' && !context.isShort ? `${step}#3` : step,
    })),
    ...randomKills(context, exportMs),
  ];
  const { lost, doubled, seen } = await runKills(context, kills, (kill) =>
    killOnce(site, sandbox, person, expected, kill),
  );
  const sum = (measure: (each: Seen) => number): number => seen.reduce((total, each) => total + measure(each), 0);
  return {
    lost,
    doubled,
    metrics: [
      { name: 'rows', value: expected.length, unit: 'rows' },
      { name: 'export, unharmed', value: exportMs / 1000, unit: 's' },
      none(
        'spreadsheets beyond one',
        sum(({ spreadsheets }) => Math.abs(spreadsheets - 1)),
        'files',
      ),
      none(
        'notifications beyond one',
        sum(({ notifications }) => Math.abs(notifications - 1)),
        'notifications',
      ),
      atMost('resumes after ready', worst(seen.map((each) => each.resumeSeconds)), resumeAtMostSeconds, 's'),
      { name: 'whole export with a kill', value: worst(seen.map((each) => each.totalSeconds)), unit: 's' },
    ],
  };
};

/** Kills the process during the export of a whole list, in one container with the embedded database. */
export const exportKills: ScenarioRun = (context) => run(context, 10);

/** Runs the same kills on a PostgreSQL server, where the lease has to expire first. */
export const exportKillsOnServer: ScenarioRun = async (context) =>
  run(context, 30, (await context.startPostgres()).url);
