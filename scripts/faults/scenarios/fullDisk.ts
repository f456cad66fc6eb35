import { execFile } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { listCustomLeads, saveCustomLeads } from '#shared/contracts/customLeads.ts';
import { apiBase } from '#shared/contracts/endpoint.ts';
import { login } from '#shared/contracts/users.ts';
import { waitUntil } from '#server/testing/waitUntil.ts';
import { buildRows, listAllCustomLeads } from '../customLeads.ts';
import { compare, openJournal } from '../journal.ts';
import { askOnce, startLoad } from '../load.ts';
import { percentile, worst } from '../measure.ts';
import { registerPerson } from '../people.ts';
import type { Person } from '../people.ts';
import type { Scenario } from '../Scenario.ts';
import { createSite, startProduct } from '../startProduct.ts';

const run = promisify(execFile);
const mebibyte = 1024 * 1024;
const diskMebibytes = 700;
/** What is left when the disk is full, as far as the product is concerned. */
const leftMebibytes = 96;
const fullMs = 12_000;

/** Saves leads one after the other and notes each that was acknowledged, and what each call was answered with. */
const saveUntil = async (
  person: Person,
  rows: readonly Record<string, string>[],
  note: (id: string) => void,
  signal: AbortSignal,
): Promise<{ status: number; ms: number; at: number }[]> => {
  const answers: { status: number; ms: number; at: number }[] = [];
  for (const row of rows) {
    if (signal.aborted) break;
    const at = performance.now();
    const { status } = await person.request(saveCustomLeads, { body: { leads: [row] } });
    answers.push({ status, ms: performance.now() - at, at });
    if (status === 200) note(row['id'] ?? '');
    await sleep(20);
  }
  return answers;
};

/** The disk of the embedded database fills up under load, and room returns. Mounts a small disk, for which it needs root. */
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
    const product = await startProduct(site);
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
      const saving = saveUntil(person, part, (id) => journal.note(id), enough.signal);
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
          what: 'writing after room has returned',
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
      context.tell(
        `${answers.length} writes, ${refused.length} refused, the last one saved ${Math.round(refusedAfter.at(-1) ?? 0)} ms after the disk was full`,
      );
    }
    const { status } = await askOnce(`${site.apiUrl}/readyz`);
    const found = (await listAllCustomLeads(person)).map(({ id }) => id).filter((id) => id !== '');
    const { lost, doubled } = compare(journal.ids(), found);
    await product.end('SIGTERM');
    return {
      lost: lost.length,
      doubled: doubled.length,
      figures: [
        { name: 'acknowledged leads', value: journal.ids().length, unit: 'leads' },
        { name: 'refused writes', value: refusals.length, unit: 'requests', atLeast: 1 },
        { name: 'other answers to writes', value: wrong, unit: 'requests', atMost: 0 },
        {
          name: 'last write after the disk was full',
          value: worst(refusedAfter, (ms) => ms),
          unit: 'ms',
          atMost: 2_000,
        },
        { name: 'slowest refusal', value: worst(refusals, (ms) => ms), unit: 'ms', atMost: 2_000 },
        {
          name: 'reads not answered',
          value: reads.filter((read) => read.status !== 200).length,
          unit: 'requests',
          atMost: 0,
        },
        { name: 'answer of the event loop, p99', value: percentile(pulses, 0.99), unit: 'ms', atMost: 200 },
        { name: 'sign-ins', value: signIns, unit: '', atLeast: context.runs },
        { name: 'writes again after', value: worst(backAfter, (ms) => ms) / 1000, unit: 's', atMost: 30 },
        { name: 'ready at the end', value: status, unit: '', atMost: 200 },
      ],
    };
  },
};
