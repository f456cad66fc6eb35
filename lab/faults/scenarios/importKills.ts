import { setTimeout as sleep } from 'node:timers/promises';
import { saveCustomLeads } from '#shared/contracts/customLeads.ts';
import { importLimits } from '#shared/limits.ts';
import type { Step } from '#server/lib/flow/steps.ts';
import { waitUntil } from '#testing/waitUntil.ts';
import { buildRows, countCustomLeads, readStoredLeadIds } from '#lab/faults/customLeads.ts';
import { compare } from '#lab/faults/compare.ts';
import { randomKills, runKills } from '#lab/faults/kills.ts';
import type { Kill } from '#lab/faults/kills.ts';
import { answerOf } from '#lab/faults/load.ts';
import { worst } from '#lab/faults/measure.ts';
import { atMost } from '#lab/faults/metrics.ts';
import { registerPerson } from '#testing/people.ts';
import type { Person } from '#testing/people.ts';
import type { ScenarioContext, ScenarioRun } from '#lab/faults/Scenario.ts';
import { createSite, now, readSteps, startProduct } from '#testing/startProduct.ts';
import type { Product, ProductSite, ReachedStep } from '#testing/startProduct.ts';
import { hangMs } from '#lab/faults/hangMs.ts';

const shortRows = 5_000;
const shortImportMs = 1_000;
const batchRows = 1_000;
/** Long enough to store the whole import on a busy machine. */

type Seen = { lost: number; doubled: number; resumeSeconds: number; repeatedRows: number; wasAccepted: boolean };

/** Posts the import. @returns whether it was acknowledged; false if the product died meanwhile */
const post = async (person: Person, leads: readonly Record<string, string>[]): Promise<boolean> => {
  const answer = await answerOf(person.request(saveCustomLeads, { body: { leads } }));
  if (answer && answer.status !== 200)
    throw new Error(`The import was refused: ${answer.status} ${answer.body.message}`);
  return answer !== null;
};

const ofProcess = (steps: readonly ReachedStep[], product: Product, ...names: Step[]): ReachedStep[] =>
  steps.filter(({ pid, step }) => pid === product.pid && names.includes(step));

/** Kills the process during an import, and checks the stored leads after the next process has finished it. */
const killOnce = async (
  makeSite: () => Promise<ProductSite>,
  rows: readonly Record<string, string>[],
  { name, killAt, afterMs }: Kill,
): Promise<Seen> => {
  const site = await makeSite();
  const first = await startProduct(site, { killAt });
  const person = await registerPerson(site);
  const posting = post(person, rows);
  if (afterMs !== undefined) {
    await Promise.race([sleep(afterMs), posting]);
    await first.end('SIGKILL');
  }
  const wasAnswered = await posting;
  await first.end('SIGKILL');
  const wasAccepted = ofProcess(readSteps(site), first, 'import.accepted').length > 0;

  const second = await startProduct(site);
  const readyAt = await second.ready;
  // An accepted import continues by itself. Otherwise, the client repeats the request.
  if (!wasAccepted && !(await post(person, rows))) throw new Error('The repeated import got no response');
  await waitUntil(async () => (await countCustomLeads(person)) >= rows.length, {
    timeoutMs: hangMs,
    everyMs: 100,
    what: `${name}: the whole import`,
  });
  const steps = readSteps(site);
  const resumed = ofProcess(steps, second, 'import.batchStored', 'import.done')[0];
  await second.end('SIGTERM');
  const { lost, doubled, foreign } = compare(
    rows.map(({ id }) => id ?? ''),
    await readStoredLeadIds(site, person),
  );
  const batches = Math.ceil(rows.length / batchRows);
  const stored =
    ofProcess(steps, first, 'import.batchStored').length + ofProcess(steps, second, 'import.batchStored').length;
  return {
    lost,
    doubled: doubled + foreign,
    wasAccepted,
    resumeSeconds: wasAccepted && !wasAnswered ? ((resumed?.at ?? now()) - readyAt) / 1000 : 0,
    repeatedRows: wasAccepted ? Math.max(0, stored - batches) * batchRows : 0,
  };
};

const run = async (context: ScenarioContext, resumeAtMostSeconds: number, makeSite: () => Promise<ProductSite>) => {
  const rows = buildRows(context.isShort ? shortRows : importLimits.rows);
  const batches = Math.ceil(rows.length / batchRows);

  // Measures an undisturbed import, which sets the range of random kills.
  const measure = async (): Promise<number> => {
    const site = await makeSite();
    const product = await startProduct(site);
    const startedAt = now();
    if (!(await post(await registerPerson(site), rows))) throw new Error('The undisturbed import got no response');
    const importMs = now() - startedAt;
    await product.end('SIGTERM');
    return importMs;
  };
  const importMs = context.isShort ? shortImportMs : await measure();

  const kills: Kill[] = [
    { name: 'at import.batchStored', killAt: `import.batchStored#${Math.ceil(batches / 2)}` },
    ...(context.isShort
      ? []
      : ['import.accepted', 'import.done'].map((step) => ({ name: `at ${step}`, killAt: step }))),
    ...randomKills(context, importMs),
  ];
  const { lost, doubled, seen } = await runKills(context, kills, (kill) => killOnce(makeSite, rows, kill));
  return {
    lost,
    doubled,
    metrics: [
      { name: 'import, unharmed', value: importMs / 1000, unit: 's' },
      { name: 'killed after it was accepted', value: seen.filter((each) => each.wasAccepted).length, unit: 'runs' },
      atMost('resumes after ready', worst(seen.map((each) => each.resumeSeconds)), resumeAtMostSeconds, 's'),
      atMost('repeated work', worst(seen.map((each) => each.repeatedRows)), batchRows, 'rows'),
    ],
  };
};

/** Kills the process during an import, in one container with the embedded database. */
export const importKills: ScenarioRun = async (context) => {
  // Imports of 100,000 rows slow the list down, so each full run uses a new site.
  const shared = context.isShort ? await createSite({ folder: context.folder }) : null;
  return run(context, 10, async () => shared ?? createSite({ folder: context.folder }));
};

/** Runs the same kills on a PostgreSQL server, where the next process cannot detect that the previous worker is dead. */
export const importKillsOnServer: ScenarioRun = async (context) => {
  const postgres = await context.startPostgres();
  return run(context, 30, () => createSite({ folder: context.folder, databaseUrl: postgres.url, roles: 'api,worker' }));
};
