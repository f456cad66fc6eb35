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
import { buildRows, readStoredLeadIds } from '../customLeads.ts';
import { compare, openJournal } from '../journal.ts';
import { askOnce, startLoad } from '../load.ts';
import { percentile, worst } from '../measure.ts';
import { registerPerson } from '#testing/people.ts';
import type { Person } from '#testing/people.ts';
import type { Metric, Scenario, ScenarioContext } from '../Scenario.ts';
import { createSite, now, startProduct } from '#testing/startProduct.ts';
import type { Product } from '#testing/startProduct.ts';

const run = promisify(execFile);
const mebibyte = 1024 * 1024;
const diskMebibytes = 700;
/** Free space at which the product treats the disk as full. */
const leftMebibytes = 96;
const fullMs = 12_000;
/** How long not one byte is free. */
const noByteFreeMs = 20_000;
const settleMs = 10_000;
const refillEveryMs = 100;
/** A request of this size writes its log faster than the product checks the free space. */
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

/** Saves leads, one after another. Records the acknowledged leads and the status of each call. */
const saveUntil = async (
  person: Person,
  rows: readonly Record<string, string>[],
  record: (id: string) => void,
  signal: AbortSignal,
): Promise<{ status: number; ms: number; at: number }[]> => {
  const answers: { status: number; ms: number; at: number }[] = [];
  for (const row of rows) {
    if (signal.aborted) break;
    const at = performance.now();
    const { status } = await person.request(saveCustomLeads, { body: { leads: [row] } });
    answers.push({ status, ms: performance.now() - at, at });
    if (status === 200) record(row['id'] ?? '');
    await sleep(20);
  }
  return answers;
};

type Write = { at: number; status: number };
type NoSpaceOutcome = { acknowledged: string[]; metrics: Metric[]; product: Product };

/** Keeps saving many leads at once. A request without a response counts as status 0. */
const saveMany = async (
  person: Person,
  rows: readonly Record<string, string>[],
  signal: AbortSignal,
): Promise<{ writes: Write[]; acknowledged: string[] }> => {
  const writes: Write[] = [];
  const acknowledged: string[] = [];
  for (let first = 0; first < rows.length && !signal.aborted; first += rowsPerLargeSave) {
    const leads = rows.slice(first, first + rowsPerLargeSave);
    const at = now();
    const status = await person.request(saveCustomLeads, { body: { leads } }).then(
      (answer) => answer.status,
      () => 0,
    );
    writes.push({ at, status });
    if (status === 200) acknowledged.push(...leads.map(({ id }) => id ?? ''));
    else await sleep(200);
  }
  return { writes, acknowledged };
};

/** Fills the disk completely while large imports are written. */
const fillToTheLastByte = async (
  context: ScenarioContext,
  product: Product,
  person: Person,
  disk: string,
): Promise<NoSpaceOutcome> => {
  const { site } = product;
  const rows = buildRows(400_000).slice(100_000);
  const half = rows.length / 2;
  const over = new AbortController();
  const savers = [rows.slice(0, half), rows.slice(half)].map((part) => saveMany(person, part, over.signal));
  await sleep(1_000);
  const load = startLoad(`${site.apiUrl}${apiBase}${listCustomLeads.path}`, person.token, 20);
  const ballast = join(disk, 'all-the-rest');
  await fillDisk(ballast, settleMs);
  const fullAt = now();
  await sleep(noByteFreeMs);
  const reads = await load.stop();
  const isAlive = product.process.exitCode === null && product.process.signalCode === null;
  await rm(ballast);
  const roomAt = now();
  const running = isAlive ? product : await startProduct(site);
  await waitUntil(
    async () => (await person.request(saveCustomLeads, { body: { leads: [{ id: '', Name: 'x' }] } })).status === 200,
    { timeoutMs: 120_000, everyMs: 100, what: 'writes after space has returned' },
  );
  const backAfterMs = now() - roomAt;
  over.abort();
  const saved = await Promise.all(savers);
  const writes = saved.flatMap((each) => each.writes);
  const count = (found: readonly { status: number }[]): string =>
    JSON.stringify(
      Object.groupBy(found, ({ status }) => status),
      (key, value: unknown) => (key !== '' && Array.isArray(value) ? value.length : value),
    );
  context.log(`no byte free: writes ${count(writes)}, reads ${count(reads)}`);
  const unread = reads.filter(({ status }) => status !== 200);
  const readsAgainMs = worst(unread, ({ at, ms }) => at + ms - fullAt);
  return {
    product: running,
    acknowledged: saved.flatMap((each) => each.acknowledged),
    metrics: [
      { name: 'no byte free: process survives', value: isAlive ? 1 : 0, unit: '', atLeast: 1 },
      {
        name: 'no byte free: writes with a status other than 200, 503 and 507',
        value: writes.filter(({ status }) => ![200, 503, 507].includes(status)).length,
        unit: 'requests',
        atMost: 0,
      },
      {
        name: 'no byte free: refused writes',
        value: writes.filter(({ status }) => status === 503 || status === 507).length,
        unit: 'requests',
        atLeast: 1,
      },
      {
        name: 'no byte free: reads with a status other than 200 and 503',
        value: unread.filter(({ status }) => status !== 503).length,
        unit: 'requests',
        atMost: 0,
      },
      { name: 'no byte free: reads again after', value: readsAgainMs / 1000, unit: 's', atMost: settleMs / 1000 },
      { name: 'no byte free: writes again after', value: backAfterMs / 1000, unit: 's', atMost: 30 },
    ],
  };
};

/** The disk of the embedded database fills up under load and is freed again. Needs root to mount a small disk. */
export const fullDisk: Scenario = {
  name: 'full-disk',
  covers: ['R13'],
  runs: { full: 2, short: 0 },
  run: async (context) => {
    const disk = join(context.folder, 'disk');
    mkdirSync(disk);
    await run('mount', ['-t', 'tmpfs', '-o', `size=${diskMebibytes}m`, 'tmpfs', disk]);
    context.onEnd(() => run('umount', [disk]));
    const site = await createSite({
      folder: context.folder,
      env: { DATA_DIR: join(disk, 'data') },
    });
    let product = await startProduct(site);
    context.onEnd(() => product.end('SIGKILL'));
    const person = await registerPerson(site);
    const journal = openJournal(context.folder, 'leads');
    const rows = buildRows(50_000);
    const ballast = join(disk, 'ballast');
    const list = `${site.apiUrl}${apiBase}${listCustomLeads.path}`;

    const refusedAfter: number[] = [];
    const backAfter: number[] = [];
    const refusals: number[] = [];
    const reads: { status: number; ms: number }[] = [];
    const pulses: number[] = [];
    let signIns = 0;
    let wrong = 0;
    for (let number = 0; number < context.runs; number += 1) {
      const enough = new AbortController();
      const part = rows.slice((number * rows.length) / context.runs, ((number + 1) * rows.length) / context.runs);
      const saving = saveUntil(person, part, (id) => journal.record(id), enough.signal);
      await sleep(2_000);
      const { bavail, bsize } = await statfs(disk);
      await writeFile(ballast, Buffer.alloc(bavail * bsize - leftMebibytes * mebibyte));
      const fullAt = performance.now();
      const load = startLoad(list, person.token, 20);
      const pulse = startLoad(`${site.apiUrl}/healthz`, person.token, 20);
      await sleep(fullMs / 2);
      const signedIn = await person.request(login, { body: { email: person.email, password: person.password } });
      if (signedIn.status === 200) signIns += 1;
      await sleep(fullMs / 2);
      reads.push(...(await load.stop()));
      pulses.push(...(await pulse.stop()).map(({ ms }) => ms));
      await rm(ballast);
      const roomAt = performance.now();
      await waitUntil(
        async () =>
          (await person.request(saveCustomLeads, { body: { leads: [{ id: '', Name: 'x' }] } })).status === 200,
        {
          timeoutMs: 60_000,
          everyMs: 100,
          what: 'writes after space has returned',
        },
      );
      backAfter.push(performance.now() - roomAt);
      enough.abort();
      const answers = await saving;
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
    journal.record(noSpace.acknowledged);
    const { status } = await askOnce(`${site.apiUrl}/readyz`);
    await product.end('SIGTERM');
    const found = (await readStoredLeadIds(site, person)).filter((id) => id !== '');
    const { lost, doubled } = compare(journal.ids(), found);
    return {
      lost: lost.length,
      doubled: doubled.length,
      metrics: [
        { name: 'acknowledged leads', value: journal.ids().length, unit: 'leads' },
        { name: 'refused writes', value: refusals.length, unit: 'requests', atLeast: 1 },
        { name: 'writes with another status', value: wrong, unit: 'requests', atMost: 0 },
        {
          name: 'last write after the disk was full',
          value: worst(refusedAfter, (ms) => ms),
          unit: 'ms',
          atMost: 2_000,
        },
        { name: 'slowest refusal', value: worst(refusals, (ms) => ms), unit: 'ms', atMost: 2_000 },
        {
          name: 'unanswered reads',
          value: reads.filter((read) => read.status !== 200).length,
          unit: 'requests',
          atMost: 0,
        },
        { name: 'event loop delay, p99', value: percentile(pulses, 0.99), unit: 'ms', atMost: 200 },
        { name: 'sign-ins', value: signIns, unit: '', atLeast: context.runs },
        { name: 'writes again after', value: worst(backAfter, (ms) => ms) / 1000, unit: 's', atMost: 30 },
        ...noSpace.metrics,
        { name: 'ready at the end', value: status, unit: '', atMost: 200 },
      ],
    };
  },
};
