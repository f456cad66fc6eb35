import { setTimeout as sleep } from 'node:timers/promises';
import { listAdAccounts } from '#shared/contracts/adAccounts.ts';
import { orderFaults } from '#testing/sandbox/sandboxControl.ts';
import { waitUntil } from '#testing/waitUntil.ts';
import { awaitExport, beginExport, compareSheet, importRows, listSpreadsheets, readCells } from '../exports.ts';
import { worst } from '../measure.ts';
import { registerPerson } from '#testing/people.ts';
import { listProviderCalls } from '../providerCalls.ts';
import type { Scenario } from '../Scenario.ts';
import { createSite, startProduct } from '#testing/startProduct.ts';

const windowSeconds = 8;
/** Google's quota is per minute, so each of these runs takes one. */
const withoutWait = 2;
const rows = 3_000;

/** Google throttles an export, with and without a Retry-After. */
export const throttled: Scenario = {
  name: 'throttled',
  covers: ['R4'],
  runs: { full: 2, short: 0 },
  run: async (context) => {
    const sandbox = await context.startSandbox();
    const site = await createSite({ folder: context.folder, environment: sandbox.environment });
    await startProduct(site);
    const person = await registerPerson(site, 'google', 'facebook');
    const expected = await importRows(person, rows);
    const compared: { lost: number; doubled: number }[] = [];
    const insideWindow: number[] = [];
    const others: number[] = [];
    const attempts: number[] = [];
    const finish = async (id: string): Promise<void> => {
      await awaitExport(person, id, 'complete', 600_000);
      const [spreadsheet] = await listSpreadsheets(sandbox, id);
      if (!spreadsheet) throw new Error('There is no spreadsheet');
      compared.push(compareSheet(await readCells(sandbox, spreadsheet.id), expected));
    };
    for (let number = 0; number < context.runs; number += 1) {
      await orderFaults(sandbox, {
        provider: 'google',
        path: '/values',
        kind: '429',
        retryAfterSeconds: windowSeconds,
      });
      const waiting = await beginExport(person);
      const refusedAt = await waitUntil(
        async () => (await listProviderCalls(sandbox, 'google')).findLast(({ status }) => status === 429)?.at,
        { timeoutMs: 60_000, what: 'the refused call' },
      );
      // The other connection is not affected.
      const startedAt = performance.now();
      const { status } = await person.request(listAdAccounts.facebook);
      others.push(status === 200 ? performance.now() - startedAt : Number.POSITIVE_INFINITY);
      await sleep(windowSeconds * 1_000);
      const inside = (await listProviderCalls(sandbox, 'google')).filter(
        ({ at }) => at > refusedAt && at < refusedAt + windowSeconds * 1_000,
      );
      insideWindow.push(inside.length);
      await finish(waiting);

      const before = (await listProviderCalls(sandbox, 'google')).length;
      await orderFaults(sandbox, { provider: 'google', path: '/values', kind: '429', count: withoutWait });
      await finish(await beginExport(person));
      const refused = (await listProviderCalls(sandbox, 'google')).slice(before).filter((call) => call.status === 429);
      attempts.push(refused.length + 1);
    }
    return {
      lost: compared.reduce((sum, { lost }) => sum + lost, 0),
      doubled: compared.reduce((sum, { doubled }) => sum + doubled, 0),
      metrics: [
        { name: 'calls inside the window', value: worst(insideWindow, (count) => count), unit: 'calls', atMost: 0 },
        { name: 'another connection meanwhile', value: worst(others, (ms) => ms), unit: 'ms', atMost: 5_000 },
        { name: 'attempts without Retry-After', value: worst(attempts, (count) => count), unit: 'calls', atMost: 8 },
      ],
    };
  },
};
