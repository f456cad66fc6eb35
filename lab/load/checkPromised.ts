import { waitUntil } from '#testing/waitUntil.ts';
import { checkExports } from '#lab/faults/checkExports.ts';
import { addUp, compare } from '#lab/faults/compare.ts';
import type { Counts } from '#lab/faults/compare.ts';
import { awaitExport } from '#lab/faults/exports.ts';
import { listLeadIds } from '#lab/faults/metaLeads.ts';
import type { Browser } from '#lab/faults/openBrowser.ts';
import type { ScenarioContext } from '#lab/faults/Scenario.ts';
import type { SandboxSite } from '#testing/sandbox/startSandbox.ts';
import type { Person } from '#testing/people.ts';
import type { Promised } from './prepareTraffic.ts';

const awaitMs = 120_000;

/** Waits until all leads from webhooks are stored, then compares them with the list of a Page owner. */
export const awaitLeads = async (
  context: ScenarioContext,
  owner: Person,
  leadIds: readonly string[],
): Promise<Counts> => {
  const named = new Set(leadIds);
  let found = compare(named, await listLeadIds(owner));
  await waitUntil(
    async () => {
      found = compare(named, await listLeadIds(owner));
      // A lead that arrives between two page reads can make another lead appear twice. Only real duplicates stay.
      return found.lost === 0 && found.doubled === 0;
    },
    { timeoutMs: awaitMs, everyMs: 1_000, what: 'the named leads' },
  ).catch((error: unknown) => context.log(String(error)));
  return found;
};

/** Compares the acknowledged with the stored effects, after all work has ended. */
export const checkPromised = async (
  context: ScenarioContext,
  sandbox: SandboxSite,
  { exporters, leadOwners, leadIds }: Promised,
  browsersOf: (person: Person) => readonly Browser[],
): Promise<Counts> => {
  const counts: Counts[] = [];
  for (const exporter of exporters) {
    for (const id of exporter.exports) await awaitExport(exporter.person, id, 'complete', awaitMs);
    counts.push(await checkExports(context, sandbox, exporter, browsersOf(exporter.person)));
  }
  for (const owner of leadOwners) counts.push(await awaitLeads(context, owner, leadIds));
  return addUp(counts);
};
