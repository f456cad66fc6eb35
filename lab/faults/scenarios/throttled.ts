import { setTimeout as sleep } from 'node:timers/promises';
import { listAdAccounts } from '#shared/contracts/adAccounts.ts';
import { orderFaults } from '#testing/sandbox/sandboxControl.ts';
import { waitUntil } from '#testing/waitUntil.ts';
import { addUp } from '#lab/faults/compare.ts';
import type { Counts } from '#lab/faults/compare.ts';
import { awaitExport, beginExport, compareExport, importRows } from '#lab/faults/exports.ts';
import { worst } from '#lab/faults/measure.ts';
import { atMost, none } from '#lab/faults/metrics.ts';
import { registerPerson } from '#testing/people.ts';
import { listProviderCalls } from '#lab/faults/providerCalls.ts';
import type { ScenarioRun } from '#lab/faults/Scenario.ts';
import { startProduct } from '#testing/startProduct.ts';
import { hangMs } from '#lab/faults/hangMs.ts';

const windowSeconds = 8;
/** Few runs: Google's quota is per minute, so each takes a minute. */
const withoutWait = 2;
const rows = 3_000;

/** Google throttles an export, with and without a Retry-After. */
export const throttled: ScenarioRun = async (context) => {
  const sandbox = await context.startSandbox();
  const product = await startProduct({ folder: context.folder, environment: sandbox.environment });
  const person = await registerPerson(product, 'google', 'facebook');
  const expected = await importRows(person, rows);
  const compared: Counts[] = [];
  const insideWindow: number[] = [];
  const others: number[] = [];
  const attempts: number[] = [];
  const finish = async (id: string): Promise<void> => {
    await awaitExport(person, id, 'complete', 600_000);
    compared.push(await compareExport(sandbox, id, expected));
  };
  for (let number = 0; number < context.runs; number += 1) {
    const fault = { provider: 'google', path: '/values', kind: '429' } as const;
    await orderFaults(sandbox, { ...fault, retryAfterSeconds: windowSeconds });
    const waiting = await beginExport(person);
    const refusedAt = await waitUntil(
      async () => (await listProviderCalls(sandbox, 'google')).findLast(({ status }) => status === 429)?.at,
      { timeoutMs: hangMs, what: 'the refused call' },
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
    await orderFaults(sandbox, { ...fault, count: withoutWait });
    await finish(await beginExport(person));
    const refused = (await listProviderCalls(sandbox, 'google')).slice(before).filter((call) => call.status === 429);
    attempts.push(refused.length + 1);
  }
  return {
    ...addUp(compared),
    metrics: [
      none('calls inside the window', worst(insideWindow), 'calls'),
      atMost('another connection meanwhile', worst(others), 5_000, 'ms'),
      atMost('attempts without Retry-After', worst(attempts), 8, 'calls'),
    ],
  };
};
