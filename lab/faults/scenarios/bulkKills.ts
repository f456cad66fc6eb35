import { setTimeout as sleep } from 'node:timers/promises';
import { listActivity, undoActivity } from '#shared/contracts/activity.ts';
import { saveCustomLeads } from '#shared/contracts/customLeads.ts';
import { changeLeads } from '#shared/contracts/leadBulk.ts';
import type { Step } from '#server/lib/flow/steps.ts';
import { registerPerson } from '#testing/people.ts';
import type { Person } from '#testing/people.ts';
import { createSite, readSteps, startProduct } from '#testing/startProduct.ts';
import type { ProductSite } from '#testing/startProduct.ts';
import { waitUntil } from '#testing/waitUntil.ts';
import { buildRows, readStoredLeadIds } from '#lab/faults/customLeads.ts';
import { compare } from '#lab/faults/compare.ts';
import { runKills } from '#lab/faults/kills.ts';
import type { Kill } from '#lab/faults/kills.ts';
import { answerOf } from '#lab/faults/load.ts';
import type { ScenarioRun } from '#lab/faults/Scenario.ts';
import { lookAtLeads } from '#lab/faults/workedLeads.ts';
import type { SeenLeads } from '#lab/faults/workedLeads.ts';
import { hangMs } from '#lab/faults/hangMs.ts';

/** With more leads, listing them without table statistics would take longer than the kills. */
const leadCount = { short: 1_000, full: 2_000 };
const importedRows = 2_500;
/** Longer than any action, so that random kills hit both actions and responses. */
const actionMs = { short: 600, full: 1_500 };

type Request = (person: Person) => Promise<{ status: number } | null>;

const act =
  (action: { kind: 'status'; statusId: string } | { kind: 'delete' }): Request =>
  (person) =>
    answerOf(person.request(changeLeads, { body: { filter: {}, action } }));

const imports: Request = (person) => {
  const rows = buildRows(importedRows).map((row) => ({ ...row, id: `wrong ${row['id']}` }));
  return answerOf(person.request(saveCustomLeads, { body: { leads: rows } }));
};

const undoLast: Request = async (person) => {
  const { body } = await person.request(listActivity, { query: { limit: '1' } });
  return answerOf(person.request(undoActivity, { params: { id: body.data[0]?.id ?? '' } }));
};

type Action = {
  name: string;
  request: Request;
  /** The step of every second kill. */
  step: Step;
};

const actions: readonly Action[] = [
  { name: 'status', request: act({ kind: 'status', statusId: 'junk' }), step: 'bulk.changed' },
  { name: 'delete', request: act({ kind: 'delete' }), step: 'bulk.changed' },
  { name: 'import', request: imports, step: 'import.batchStored' },
];

const requireDone = async (request: Request, person: Person): Promise<void> => {
  const answer = await request(person);
  if (answer?.status !== 200) throw new Error(`An undisturbed request got ${answer?.status ?? 'no answer'}`);
};

type Outcome = { lost: number; doubled: number; half: number; wasDone: boolean };

/** Sends a request, kills the process, and compares the leads that the next process shows with both expected states. */
const killOnce = async (
  site: ProductSite,
  person: Person,
  { request, expectAfter }: { request: Request; expectAfter: (before: SeenLeads) => SeenLeads },
  { killAt, afterMs }: Kill,
): Promise<Outcome> => {
  const first = await startProduct(site, killAt === undefined ? {} : { killAt });
  const before = await lookAtLeads(person);
  const after = expectAfter(before);
  const asking = request(person);
  if (afterMs !== undefined) {
    await Promise.race([sleep(afterMs), asking]);
    await first.end('SIGKILL');
  }
  const answer = await asking;
  await first.end('SIGKILL');
  const wasAccepted = readSteps(site).some(({ pid, step }) => pid === first.pid && step === 'import.accepted');

  const second = await startProduct(site);
  const isSame = (a: SeenLeads, b: SeenLeads): boolean => JSON.stringify(a) === JSON.stringify(b);
  // An accepted import continues by itself.
  if (wasAccepted)
    await waitUntil(async () => isSame(await lookAtLeads(person), after), {
      timeoutMs: hangMs,
      everyMs: 100,
      what: 'the accepted import',
    });
  const seen = await lookAtLeads(person);
  const wasDone = isSame(seen, after);
  const isHalf = !wasDone && !isSame(seen, before);
  if (!wasDone && !isHalf) await requireDone(request, person);
  await second.end('SIGTERM');
  return { lost: answer?.status === 200 && !wasDone ? 1 : 0, doubled: 0, half: isHalf ? 1 : 0, wasDone };
};

/** Kills the process during bulk actions, imports and their undos. Each must happen completely or not at all. */
export const bulkKills: ScenarioRun = async (context) => {
  const site = await createSite({ folder: context.folder });
  const rows = buildRows(context.isShort ? leadCount.short : leadCount.full);
  const product = await startProduct(site);
  const person = await registerPerson(site);
  await requireDone((each) => answerOf(each.request(saveCustomLeads, { body: { leads: rows } })), person);
  await product.end('SIGTERM');

  const total = rows.length;
  const afterOf: Record<string, (before: SeenLeads) => SeenLeads> = {
    status: (before) => ({ ...before, junk: total, activities: before.activities + 1 }),
    delete: (before) => ({ ...before, leads: 0, activities: before.activities + 1 }),
    import: (before) => ({ ...before, leads: total + importedRows, activities: before.activities + 1 }),
  };
  const afterUndo = (before: SeenLeads): SeenLeads => ({ ...before, leads: total, junk: 0, undone: before.undone + 1 });
  const withinMs = context.isShort ? actionMs.short : actionMs.full;
  const planned = Array.from({ length: context.runs }, (_, run) => {
    const action = actions[Math.floor(run / 2) % actions.length] ?? actions[0];
    if (!action) throw new Error('There is no action');
    const isUndo = run % 2 === 1;
    const isAtStep = Math.floor(run / (2 * actions.length)) % 2 === 0;
    const step: Step = isUndo ? 'undo.restored' : action.step;
    const name = `${isUndo ? 'undo of ' : ''}${action.name}`;
    const kill: Kill = isAtStep
      ? { name: `${name} at ${step}`, killAt: step }
      : { name, afterMs: Math.random() * withinMs };
    return { action, isUndo, kill };
  });
  const { lost, seen } = await runKills(
    context,
    planned.map(({ kill }) => kill),
    (kill) => {
      const plan = planned.find((each) => each.kill === kill);
      if (!plan) throw new Error('An unplanned kill');
      const expectAfter = plan.isUndo ? afterUndo : (afterOf[plan.action.name] ?? afterUndo);
      return killOnce(site, person, { request: plan.isUndo ? undoLast : plan.action.request, expectAfter }, kill);
    },
  );
  // Each action is followed by its undo, so an odd number of runs leaves one action to undo.
  if (context.runs % 2 === 1) {
    const last = await startProduct(site);
    await requireDone(undoLast, person);
    await last.end('SIGTERM');
  }
  const stored = compare(
    rows.map(({ id }) => id ?? ''),
    await readStoredLeadIds(site, person),
  );
  return {
    lost: lost + stored.lost,
    doubled: stored.doubled + stored.foreign + seen.reduce((sum, { half }) => sum + half, 0),
    metrics: [
      { name: 'done before the kill', value: seen.filter(({ wasDone }) => wasDone).length, unit: 'runs' },
      { name: 'kills', value: seen.length, unit: 'runs' },
    ],
  };
};
