import { execFile } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { open, rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { listCustomLeads, saveCustomLeads } from '#shared/contracts/customLeads.ts';
import { apiBase } from '#shared/contracts/endpoint.ts';
import { login } from '#shared/contracts/users.ts';
import { waitUntil } from '#testing/waitUntil.ts';
import { buildRows, readStoredLeadIds } from '#lab/faults/customLeads.ts';
import { compare } from '#lab/faults/compare.ts';
import { askOnce, keepSaving, startLoad } from '#lab/faults/load.ts';
import { countBy, percentile, worst } from '#lab/faults/measure.ts';
import { registerPerson } from '#testing/people.ts';
import type { Person } from '#testing/people.ts';
import { atLeast, atMost, holds, none } from '#lab/faults/metrics.ts';
import type { Metric } from '#lab/faults/metrics.ts';
import type { ScenarioContext, ScenarioRun } from '#lab/faults/Scenario.ts';
import { now, startProduct } from '#testing/startProduct.ts';
import type { Product } from '#testing/startProduct.ts';

const run = promisify(execFile);
const mebibyte = 1024 * 1024;
const diskMebibytes = 700;
/** Free space at which the product treats the disk as full. */
const leftMebibytes = 96;
const fullMs = 12_000;
/** How long the disk stays completely full. */
const noByteFreeMs = 20_000;
const settleMs = 10_000;
const refillEveryMs = 100;
/** Requests of this size fill the write-ahead log faster than the product checks the free space. */
const rowsPerLargeSave = 1_000;

/** Fills a disk to the last byte, and refills it for a while. */
const fillDisk = async (path: string, refillForMs: number): Promise<void> => {
  const file = await open(path, 'a');
  const writeAll = (size: number): Promise<boolean> =>
    file.write(Buffer.alloc(size)).then(
      ({ bytesWritten }) => bytesWritten === size,
      (error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOSPC') return false;
        throw error;
      },
    );
  for (const until = now() + refillForMs; now() < until; await sleep(refillEveryMs))
    for (let size = mebibyte; size >= 1; size = Math.floor(size / 2)) while (await writeAll(size));
  await file.close();
};

/** Waits until writes succeed again after space was freed. @returns how long that took, in ms */
const timeUntilWritable = async (person: Person, timeoutMs: number): Promise<number> => {
  const roomAt = now();
  const canWrite = async () =>
    (await person.request(saveCustomLeads, { body: { leads: [{ id: '', Name: 'x' }] } })).status === 200;
  await waitUntil(canWrite, { timeoutMs, everyMs: 100, what: 'writes after space has returned' });
  return now() - roomAt;
};

/** Fills the disk completely during large imports. */
const fillToTheLastByte = async (
  context: ScenarioContext,
  product: Product,
  person: Person,
  disk: string,
): Promise<{ acknowledged: string[]; metrics: Metric[]; product: Product }> => {
  const { site } = product;
  const rows = buildRows(400_000).slice(100_000);
  const half = rows.length / 2;
  const savers = [rows.slice(0, half), rows.slice(half)].map((part) =>
    keepSaving(person, part, { perRequest: rowsPerLargeSave, pauseMs: 0, pauseAfterFailureMs: 200 }),
  );
  await sleep(1_000);
  const load = startLoad(`${site.apiUrl}${apiBase}${listCustomLeads.path}`, person.token, 20);
  const ballast = join(disk, 'all-the-rest');
  await fillDisk(ballast, settleMs);
  const fullAt = now();
  await sleep(noByteFreeMs);
  const reads = await load.stop();
  const isAlive = product.isRunning();
  await rm(ballast);
  const running = isAlive ? product : await startProduct(site);
  const backAfterMs = await timeUntilWritable(person, 120_000);
  await Promise.all(savers.map((saver) => saver.stop()));
  const writes = savers.flatMap(({ saves }) => saves);
  const [wrote, read] = [writes, reads].map((answers) => countBy(answers, ({ status }) => String(status)));
  context.log(`no byte free: writes ${wrote}; reads ${read}`);
  const unread = reads.filter(({ status }) => status !== 200);
  const readsAgainMs = worst(unread.map(({ at, ms }) => at + ms - fullAt));
  const countWrites = (isCounted: (status: number) => boolean): number =>
    writes.filter(({ status }) => isCounted(status)).length;
  return {
    product: running,
    acknowledged: savers.flatMap((saver) => saver.acknowledged),
    metrics: [
      holds('no byte free: process survives', isAlive),
      none(
        'no byte free: writes with a status other than 200, 503 and 507',
        countWrites((status) => ![200, 503, 507].includes(status)),
        'requests',
      ),
      atLeast(
        'no byte free: refused writes',
        countWrites((status) => [503, 507].includes(status)),
        1,
        'requests',
      ),
      none(
        'no byte free: reads with a status other than 200 and 503',
        unread.filter(({ status }) => status !== 503).length,
        'requests',
      ),
      atMost('no byte free: reads again after', readsAgainMs / 1000, settleMs / 1000, 's'),
      atMost('no byte free: writes again after', backAfterMs / 1000, 30, 's'),
    ],
  };
};

/** Fills the embedded database's disk under load, then frees it. Needs root to mount a small disk. */
export const fullDisk: ScenarioRun = async (context) => {
  const disk = join(context.folder, 'disk');
  mkdirSync(disk);
  await run('mount', ['-t', 'tmpfs', '-o', `size=${diskMebibytes}m`, 'tmpfs', disk]);
  context.onEnd(() => run('umount', [disk]));
  let product = await startProduct({ folder: context.folder, dataDir: join(disk, 'data') });
  context.onEnd(() => product.end('SIGKILL'));
  const { site } = product;
  const person = await registerPerson(site);
  const rows = buildRows(50_000);
  const ballast = join(disk, 'ballast');
  const list = `${site.apiUrl}${apiBase}${listCustomLeads.path}`;

  const acknowledged: string[] = [];
  const refusedAfter: number[] = [];
  const backAfter: number[] = [];
  const refusals: number[] = [];
  const reads: { status: number; ms: number }[] = [];
  const pulses: number[] = [];
  let signIns = 0;
  let wrong = 0;
  for (let number = 0; number < context.runs; number += 1) {
    const part = rows.slice((number * rows.length) / context.runs, ((number + 1) * rows.length) / context.runs);
    const saving = keepSaving(person, part, { pauseMs: 20 });
    await sleep(2_000);
    const { bavail, bsize } = await statfs(disk);
    await writeFile(ballast, Buffer.alloc(bavail * bsize - leftMebibytes * mebibyte));
    const fullAt = now();
    const load = startLoad(list, person.token, 20);
    const pulse = startLoad(`${site.apiUrl}/healthz`, person.token, 20);
    await sleep(fullMs / 2);
    const signedIn = await person.request(login, { body: { email: person.email, password: person.password } });
    if (signedIn.status === 200) signIns += 1;
    await sleep(fullMs / 2);
    reads.push(...(await load.stop()));
    pulses.push(...(await pulse.stop()).map(({ ms }) => ms));
    await rm(ballast);
    const roomAt = now();
    backAfter.push(await timeUntilWritable(person, 60_000));
    await saving.stop();
    const answers = saving.saves;
    acknowledged.push(...saving.acknowledged);
    const refused = answers.filter(({ status }) => status === 507);
    const lastSaved = answers.findLast(({ status, at }) => status === 200 && at < roomAt);
    refusedAfter.push(Math.max(0, (lastSaved ? lastSaved.at + lastSaved.ms : 0) - fullAt));
    refusals.push(...refused.map(({ ms }) => ms));
    wrong += answers.filter(({ status }) => status !== 200 && status !== 507).length;
    context.log(
      `${answers.length} writes, ${refused.length} refused, the last one saved ${Math.round(refusedAfter.at(-1) ?? 0)} ms after the disk was full`,
    );
  }
  const noSpace = await fillToTheLastByte(context, product, person, disk);
  product = noSpace.product;
  acknowledged.push(...noSpace.acknowledged);
  const { status } = await askOnce(`${site.apiUrl}/readyz`);
  await product.end('SIGTERM');
  const found = (await readStoredLeadIds(site, person)).filter((id) => id !== '');
  return {
    ...compare(acknowledged, found),
    metrics: [
      { name: 'acknowledged leads', value: acknowledged.length, unit: 'leads' },
      atLeast('refused writes', refusals.length, 1, 'requests'),
      none('writes with another status', wrong, 'requests'),
      atMost('last write after the disk was full', worst(refusedAfter), 2_000, 'ms'),
      atMost('slowest refusal', worst(refusals), 2_000, 'ms'),
      none('unanswered reads', reads.filter((read) => read.status !== 200).length, 'requests'),
      atMost('event loop delay, p99', percentile(pulses, 0.99), 200, 'ms'),
      atLeast('sign-ins', signIns, context.runs),
      atMost('writes again after', worst(backAfter) / 1000, 30, 's'),
      ...noSpace.metrics,
      atMost('ready at the end', status, 200),
    ],
  };
};
