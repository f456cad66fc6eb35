import { waitUntil } from '#testing/waitUntil.ts';
import { awaitExport, compareSheet, listSpreadsheets, readCells } from '../faults/exports.ts';
import { compare } from '../faults/journal.ts';
import { listLeadIds } from '../faults/metaLeads.ts';
import { readAllNotifications } from '../faults/openBrowser.ts';
import type { Browser } from '../faults/openBrowser.ts';
import type { ScenarioContext } from '../faults/Scenario.ts';
import type { SandboxSite } from '#testing/sandbox/startSandbox.ts';
import type { Person } from '#testing/people.ts';
import type { Promised } from './prepareTraffic.ts';

type Counts = { lost: number; doubled: number };

const awaitMs = 120_000;

const add = (sum: Counts, { lost, doubled }: Counts): Counts => ({
  lost: sum.lost + lost,
  doubled: sum.doubled + doubled,
});
const none: Counts = { lost: 0, doubled: 0 };

/** Each export created one sheet with every row once, and one notification. */
const checkExport = async (
  sandbox: SandboxSite,
  rows: readonly string[],
  id: string,
  notified: number,
): Promise<Counts> => {
  const [sheet, ...others] = await listSpreadsheets(sandbox, id);
  const written = sheet ? compareSheet(await readCells(sandbox, sheet.id), rows) : { lost: 1, doubled: 0 };
  return {
    lost: Number(written.lost > 0) + Number(notified === 0),
    doubled: others.length + Number(written.doubled > 0) + Math.max(0, notified - 1),
  };
};

/** Every open browser of a person received every notification once, and none of other people. */
const checkBrowsers = async (
  context: ScenarioContext,
  browsers: readonly Browser[],
  notificationIds: readonly string[],
): Promise<Counts> => {
  let sum = none;
  for (const { announced, foreign } of browsers) {
    await waitUntil(() => announced.length >= notificationIds.length, {
      timeoutMs: 20_000,
      what: 'the last notification',
    }).catch((error: unknown) => context.log(String(error)));
    const { lost, doubled } = compare(notificationIds, announced);
    sum = add(sum, { lost: lost.length, doubled: doubled.length + foreign.length });
  }
  return sum;
};

/** Every lead that a webhook named is in the list of each owner of the Page, once. */
const checkLeads = async (context: ScenarioContext, owner: Person, leadIds: readonly string[]): Promise<Counts> => {
  const named = new Set(leadIds);
  let found = compare(named, await listLeadIds(owner));
  await waitUntil(
    async () => {
      found = compare(named, await listLeadIds(owner));
      return found.lost.length === 0;
    },
    { timeoutMs: awaitMs, everyMs: 1_000, what: 'the named leads' },
  ).catch((error: unknown) => context.log(String(error)));
  return { lost: found.lost.length, doubled: found.doubled.length };
};

/** Compares the acknowledged with the stored effects, after all work has ended. */
export const checkPromised = async (
  context: ScenarioContext,
  sandbox: SandboxSite,
  { exporters, leadOwners, leadIds }: Promised,
  browsersOf: (person: Person) => readonly Browser[],
): Promise<Counts> => {
  let sum = none;
  for (const exporter of exporters) {
    for (const id of exporter.exports) await awaitExport(exporter.person, id, 'complete', awaitMs);
    const notifications = await readAllNotifications(exporter.person);
    for (const id of exporter.exports) {
      const notified = notifications.filter(({ payload }) => payload['exportId'] === id).length;
      sum = add(sum, await checkExport(sandbox, exporter.rows, id, notified));
    }
    const notificationIds = notifications.map(({ id }) => String(id));
    sum = add(sum, await checkBrowsers(context, browsersOf(exporter.person), notificationIds));
  }
  for (const owner of leadOwners) sum = add(sum, await checkLeads(context, owner, leadIds));
  return sum;
};
