import type { Person } from '#testing/people.ts';
import type { SandboxSite } from '#testing/sandbox/startSandbox.ts';
import { addUp, compare } from './compare.ts';
import type { Counts } from './compare.ts';
import { compareExport } from './exports.ts';
import { awaitAnnounced, readAllNotifications } from './openBrowser.ts';
import type { Browser } from './openBrowser.ts';
import type { ScenarioContext } from './Scenario.ts';

/** A person whose exports have all ended. */
export type Exporter = { person: Person; rows: readonly string[]; exports: readonly string[] };

/**
 * Each export created one sheet with every row once, and one notification. Every browser of the person received each of
 * these notifications once, and no notification of other people.
 */
export const checkExports = async (
  context: ScenarioContext,
  sandbox: SandboxSite,
  { person, rows, exports }: Exporter,
  browsers: readonly Browser[],
): Promise<Counts> => {
  const counts: Counts[] = [];
  const notifications = await readAllNotifications(person);
  for (const id of exports) {
    const written = await compareExport(sandbox, id, rows);
    const notified = notifications.filter(({ payload }) => payload['exportId'] === id).length;
    counts.push({
      lost: Number(written.lost > 0) + Number(notified === 0),
      doubled: Math.max(0, written.spreadsheets.length - 1) + Number(written.doubled > 0) + Math.max(0, notified - 1),
    });
  }
  await awaitAnnounced(context, browsers, notifications.length);
  const ids = notifications.map(({ id }) => String(id));
  for (const { announced, foreign } of browsers)
    counts.push(compare(ids, announced), { lost: 0, doubled: foreign.length });
  return addUp(counts);
};
