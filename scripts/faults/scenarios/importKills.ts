import { setTimeout as sleep } from 'node:timers/promises';
import { saveCustomLeads } from '#shared/contracts/customLeads.ts';
import { apiBase } from '#shared/contracts/endpoint.ts';
import { importLimits } from '#shared/limits.ts';
import type { Step } from '#server/lib/flow/steps.ts';
import { waitUntil } from '#testing/waitUntil.ts';
import { buildRows, countCustomLeads, readStoredLeadIds } from '../customLeads.ts';
import { compare, openJournal } from '../journal.ts';
import { worst } from '../measure.ts';
import { registerPerson } from '#testing/people.ts';
import type { Person } from '#testing/people.ts';
import type { Scenario, ScenarioContext } from '../Scenario.ts';
import { createSite, now, readSteps, startProduct } from '#testing/startProduct.ts';
import type { Product, ProductSite, ReachedStep } from '#testing/startProduct.ts';

const shortRows = 5_000;
const shortImportMs = 1_000;
const batchRows = 1_000;
/** Long enough to store the whole import on a busy machine. */
const completeWithinMs = 180_000;

type Kill = { name: string; killAt?: string; afterMs?: number };
type Seen = { lost: number; doubled: number; resumeSeconds: number; repeatedRows: number; wasAccepted: boolean };

/** Posts the import. @returns whether it was acknowledged; false if the product died meanwhile */
const post = async (person: Person, site: ProductSite, body: string): Promise<boolean> => {
  try {
    const response = await fetch(`${site.apiUrl}${apiBase}${saveCustomLeads.path}`, {
      method: saveCustomLeads.method,
      headers: { authorization: `Bearer ${person.token}`, 'content-type': 'application/json' },
      body,
    });
    const text = await response.text();
    if (response.status !== 200) throw new Error(`The import was refused: ${response.status} ${text}`);
    return true;
  } catch (error) {
    if (error instanceof TypeError) return false;
    throw error;
  }
};

const ofProcess = (steps: readonly ReachedStep[], product: Product, ...names: Step[]): ReachedStep[] =>
  steps.filter(({ pid, step }) => pid === product.process.pid && names.includes(step));

/** Kills the process during an import, and checks the stored leads after the next process has finished it. */
const killOnce = async (
  context: ScenarioContext,
  makeSite: () => Promise<ProductSite>,
  rows: readonly Record<string, string>[],
  body: string,
  { name, killAt, afterMs }: Kill,
): Promise<Seen> => {
  const site = await makeSite();
  const first = await startProduct(site, killAt === undefined ? {} : { killAt });
  const person = await registerPerson(site);
  const journal = openJournal(context.folder, `import ${name}`);
  const posting = post(person, site, body);
  if (afterMs !== undefined) {
    await Promise.race([sleep(afterMs), posting]);
    await first.end('SIGKILL');
  }
  const wasAnswered = await posting;
  await first.end('SIGKILL');
  const wasAccepted = ofProcess(readSteps(site), first, 'import.accepted').length > 0;

  const second = await startProduct(site);
  const readyAt = await second.ready;
  // An accepted import continues by itself. Otherwise the client sends it again.
  if (!wasAccepted && !(await post(person, site, body))) throw new Error('The repeated import got no response');
  if (wasAnswered || wasAccepted) journal.record(rows.map(({ id }) => id ?? ''));
  await waitUntil(async () => (await countCustomLeads(person)) >= rows.length, {
    timeoutMs: completeWithinMs,
    everyMs: 100,
    what: `${name}: the whole import`,
  });
  const steps = readSteps(site);
  const resumed = ofProcess(steps, second, 'import.batchStored', 'import.done')[0];
  await second.end('SIGTERM');
  const found = await readStoredLeadIds(site, person);

  const expected = rows.map(({ id }) => id ?? '');
  const { lost, doubled, foreign } = compare(expected, found);
  const batches = Math.ceil(rows.length / batchRows);
  const stored =
    ofProcess(steps, first, 'import.batchStored').length + ofProcess(steps, second, 'import.batchStored').length;
  return {
    lost: lost.length,
    doubled: doubled.length + foreign.length,
    wasAccepted,
    resumeSeconds: wasAccepted && !wasAnswered ? ((resumed?.at ?? now()) - readyAt) / 1000 : 0,
    repeatedRows: wasAccepted ? Math.max(0, stored - batches) * batchRows : 0,
  };
};

const run = async (context: ScenarioContext, resumeAtMostSeconds: number, makeSite: () => Promise<ProductSite>) => {
  const rows = buildRows(context.isShort ? shortRows : importLimits.rows);
  const body = JSON.stringify({ leads: rows });
  const batches = Math.ceil(rows.length / batchRows);

  // Measures an undisturbed import, which sets the range of random kills.
  const measure = async (): Promise<number> => {
    const site = await makeSite();
    const product = await startProduct(site);
    const startedAt = now();
    if (!(await post(await registerPerson(site), site, body)))
      throw new Error('The undisturbed import got no response');
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
    ...Array.from({ length: context.runs }, (_, number) => ({
      name: `random ${number + 1}`,
      afterMs: Math.random() * importMs,
    })),
  ];
  const seen: Seen[] = [];
  for (const kill of kills) {
    const each = await killOnce(context, makeSite, rows, body, kill);
    context.log(
      `${kill.name} ${kill.afterMs === undefined ? '' : `after ${Math.round(kill.afterMs)} ms`} ${JSON.stringify(each)}`,
    );
    seen.push(each);
  }
  return {
    lost: seen.reduce((sum, { lost }) => sum + lost, 0),
    doubled: seen.reduce((sum, { doubled }) => sum + doubled, 0),
    metrics: [
      { name: 'import, unharmed', value: importMs / 1000, unit: 's' },
      {
        name: 'killed after it was accepted',
        value: seen.filter(({ wasAccepted }) => wasAccepted).length,
        unit: 'runs',
      },
      {
        name: 'resumes after ready',
        value: worst(seen, ({ resumeSeconds }) => resumeSeconds),
        unit: 's',
        atMost: resumeAtMostSeconds,
      },
      {
        name: 'repeated work',
        value: worst(seen, ({ repeatedRows }) => repeatedRows),
        unit: 'rows',
        atMost: batchRows,
      },
    ],
  };
};

/** Kills the process during an import, in one container with the embedded database. */
export const importKills: Scenario = {
  name: 'import-kills',
  covers: ['R1'],
  runs: { full: 20, short: 1 },
  run: async (context) => {
    // Each import of 100,000 rows slows the list down, so full runs use a new site each time.
    const shared = context.isShort ? await createSite({ folder: context.folder }) : null;
    return run(context, 10, async () => shared ?? createSite({ folder: context.folder }));
  },
};

/** The same on a PostgreSQL server, where the next process cannot know that the previous worker is dead. */
export const importKillsOnServer: Scenario = {
  name: 'import-kills-server',
  covers: ['R1'],
  runs: { full: 5, short: 0 },
  run: async (context) => {
    const postgres = await context.startPostgres();
    return run(context, 30, () =>
      createSite({ folder: context.folder, databaseUrl: postgres.url, roles: 'api,worker' }),
    );
  },
};
