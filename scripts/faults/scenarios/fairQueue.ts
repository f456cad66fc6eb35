import { createSheetSync, listSheetSyncRuns, listSheetSyncs } from '#shared/contracts/sheetSyncs.ts';
import { exportGoogleSheet, listExports } from '#shared/contracts/exports.ts';
import { sheetSyncLimits } from '#shared/limits.ts';
import { orderFaults, putSheet } from '#server/testing/sandboxControl.ts';
import { waitUntil } from '#server/testing/waitUntil.ts';
import { worst } from '../measure.ts';
import { registerPerson } from '../people.ts';
import type { Scenario } from '../Scenario.ts';
import { createSite, startProduct } from '../startProduct.ts';

const unfinishedExports = 20;
const slowCallMs = 2_000;
const startsWithinMs = 5_000;

/** One person queues as much as they may, all of it slow; the first export and the first sheet of another one begin at once. */
export const fairQueue: Scenario = {
  name: 'fair-queue',
  covers: ['R23'],
  runs: { full: 3, short: 0 },
  run: async (context) => {
    const sandbox = await context.startSandbox();
    const { environment } = sandbox;
    const site = await createSite({ folder: context.folder, environment });
    const product = await startProduct(site);
    const exportWaits: number[] = [];
    const syncWaits: number[] = [];
    let queued = 0;
    for (let number = 0; number < context.runs; number += 1) {
      const busy = await registerPerson(site, 'google');
      const other = await registerPerson(site, 'google');
      await orderFaults(sandbox, { provider: 'google', kind: 'slow', delayMs: slowCallMs, count: 100_000 });
      const post = (person: typeof busy) =>
        person.request(exportGoogleSheet, { body: { data: [{ campaign: 'Spring' }] } });
      const exporting = Array.from({ length: unfinishedExports }, () => post(busy));
      const rows = [['Name'], ['Ada']];
      for (let sheet = 0; sheet < sheetSyncLimits.perUser; sheet += 1) {
        const url = await putSheet(sandbox, `${number}-${sheet}-`.padEnd(44, 's'), { rows, shared: 'public' });
        const { status } = await busy.request(createSheetSync, { body: { url, type: 'meta' } });
        if (status === 200) queued += 1;
      }

      const exportedAt = performance.now();
      const own = post(other);
      await waitUntil(
        async () =>
          (await other.request(listExports)).body.data.some(({ state }) => !['waiting', 'queued'].includes(state)),
        { timeoutMs: 60_000 },
      );
      exportWaits.push(performance.now() - exportedAt);
      const syncedAt = performance.now();
      const url = await putSheet(sandbox, `${number}-own-`.padEnd(44, 'o'), { rows, shared: 'public' });
      const { body } = await other.request(createSheetSync, { body: { url, type: 'meta' } });
      const params = { id: body.data._id };
      await waitUntil(async () => (await other.request(listSheetSyncRuns, { params })).body.data.length > 0, {
        timeoutMs: 60_000,
      });
      syncWaits.push(performance.now() - syncedAt);
      await fetch(`${sandbox.url}/control/faults`, { method: 'DELETE' });
      await Promise.all([...exporting, own]);
      queued += (await busy.request(listSheetSyncs)).body.totalItems > 0 ? unfinishedExports : 0;
    }
    await product.end('SIGTERM');
    return {
      lost: 0,
      doubled: 0,
      figures: [
        { name: 'queued by one person', value: queued, unit: 'jobs' },
        {
          name: "another one's export begins after",
          value: worst(exportWaits, (ms) => ms),
          unit: 'ms',
          atMost: startsWithinMs,
        },
        {
          name: "another one's sheet begins after",
          value: worst(syncWaits, (ms) => ms),
          unit: 'ms',
          atMost: startsWithinMs,
        },
      ],
    };
  },
};
