import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import * as z from 'zod';
import { createSheetSync, listSheetSyncRuns, listSheetSyncs } from '#shared/contracts/sheetSyncs.ts';
import { resetPassword, sendOtp } from '#shared/contracts/users.ts';
import { databaseFolderOf } from '#server/database/embedded/folder/databaseFolder.ts';
import { joinEmbedded } from '#server/database/embedded/startEmbedded.ts';
import { openDatabase } from '#server/database/connection/openDatabase.ts';
import { sessions } from '#server/database/schema.ts';
import { createLogger } from '#server/lib/logging/logger.ts';
import { putSheet } from '#testing/sandbox/sandboxControl.ts';
import { waitUntil } from '#testing/waitUntil.ts';
import { registerPerson } from '#testing/people.ts';
import type { Scenario } from '../Scenario.ts';
import { createSite, startProduct } from '#testing/startProduct.ts';
import type { ProductSite } from '#testing/startProduct.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
const weekMs = 7 * dayMs;
/** Longer than the interval of the ticker that finds due work. */
const settleMs = 4_000;
const mails = z.array(z.object({ to: z.string(), text: z.string() }));

/**
 * Gives the embedded PostgreSQL an adjustable clock: a `now()` that shadows PostgreSQL's and reads a file in the database
 * folder. Only new connections use it.
 */
const shiftServerClock = async ({ env }: ProductSite): Promise<(ms: number) => void> => {
  const dataDir = env['DATA_DIR'] ?? '';
  const file = join(databaseFolderOf(dataDir), 'shifted-clock');
  const shift = (ms: number): void => {
    // Renamed, so that the server never reads half a file.
    writeFileSync(`${file}.new`, String(ms), { mode: 0o644 });
    renameSync(`${file}.new`, file);
  };
  shift(0);
  const { connection } = await joinEmbedded(dataDir);
  const client = new Client(connection);
  await client.connect();
  await client.query(`
    create schema shifted_clock;
    create function shifted_clock.now() returns timestamptz language sql stable as
      $$ select pg_catalog.now() + pg_catalog.pg_read_file('shifted-clock')::float8 * interval '1 ms' $$;
    alter database postgres set search_path = shifted_clock, pg_catalog, public`);
  await client.end();
  return shift;
};

/** The machine's clock is wrong and steps, while the product runs and between two starts. */
export const clockSteps: Scenario = {
  name: 'clock-steps',
  covers: ['R14'],
  runs: { full: 1, short: 0 },
  run: async (context) => {
    const sandbox = await context.startSandbox();
    const { environment } = sandbox;
    const site = await createSite({ folder: context.folder, environment });
    let shiftMs = 0;
    writeFileSync(site.files.clock, '0');
    const start = () => startProduct(site, { shiftsClock: true });
    let product = await start();
    const shiftServer = await shiftServerClock(site);
    const shiftTo = (ms: number) => {
      shiftMs = ms;
      writeFileSync(site.files.clock, String(ms));
      shiftServer(ms);
    };
    // Existing connections keep the right time.
    await product.end('SIGTERM');
    product = await start();
    const person = await registerPerson(site);
    const url = await putSheet(sandbox, 'c'.repeat(44), { rows: [['Name'], ['Ada']], shared: 'public' });
    const added = await person.request(createSheetSync, { body: { url, type: 'meta' } });
    const params = { id: added.body.data._id };
    const countRuns = async () => (await person.request(listSheetSyncRuns, { params })).body.data.length;
    await waitUntil(async () => (await countRuns()) === 1, { what: 'the first run' });
    const readMails = async () =>
      mails.parse(await (await fetch(`${sandbox.url}/control/mail`)).json()).filter(({ to }) => to === person.email);
    const runs: Record<string, number> = {};
    let before = 1;
    const recordRuns = async (name: string) => {
      await sleep(settleMs);
      const after = await countRuns();
      runs[name] = after - before;
      context.log(`${name}: ${after - before} runs`);
      before = after;
    };

    shiftTo(dayMs);
    await recordRuns('a day ahead');
    shiftTo(dayMs - hourMs);
    await recordRuns('an hour back');
    const due = (await person.request(listSheetSyncs)).body.data[0]?.nextRunAt ?? '';
    const waitMinutes = (Date.parse(due) - Date.now() - shiftMs) / minuteMs;
    shiftTo(dayMs - hourMs + 16 * minuteMs);
    await recordRuns('at the next slot');

    // A code from a quarter of an hour ago, and one from the future.
    const lateCodes: number[] = [];
    for (const stepMs of [11 * minuteMs, -hourMs]) {
      const from = (await readMails()).length;
      await person.request(sendOtp, { body: { email: person.email } });
      const mail = await waitUntil(async () => (await readMails())[from], { what: 'the mail' });
      shiftTo(shiftMs + stepMs);
      await sleep(settleMs);
      const otp = /\b\d{6}\b/.exec(mail.text)?.[0] ?? '';
      const body = { email: person.email, otp, newPassword: 'a newer one', confirmPassword: 'a newer one' };
      lateCodes.push((await person.request(resetPassword, { body })).status);
    }
    before = await countRuns();
    await product.end('SIGTERM');
    shiftTo(shiftMs + 3 * hourMs);
    product = await start();
    await recordRuns('after three hours without a worker');
    await product.end('SIGTERM');

    // Back to the right time: sessions and codes that were stored a day ahead have to expire as if stored now.
    shiftTo(0);
    product = await start();
    await recordRuns('right again');
    await product.end('SIGTERM');
    const database = await openDatabase({
      dataDir: site.env['DATA_DIR'] ?? '',
      logger: createLogger('silent'),
      onCrash: (error) => {
        throw error;
      },
    });
    const rows = await database.db.select({ expiresAt: sessions.expiresAt }).from(sessions);
    await database.close();
    const longest = Math.max(...rows.map(({ expiresAt }) => expiresAt.getTime() - Date.now() - weekMs));

    return {
      lost: 0,
      doubled: 0,
      metrics: [
        { name: 'runs, a day ahead', value: runs['a day ahead'] ?? 0, unit: '', atLeast: 1, atMost: 1 },
        { name: 'runs, an hour back', value: runs['an hour back'] ?? 0, unit: '', atMost: 0 },
        { name: 'the next slot is in', value: waitMinutes, unit: 'minutes', atMost: 15 },
        { name: 'runs, at the next slot', value: runs['at the next slot'] ?? 0, unit: '', atLeast: 1, atMost: 1 },
        {
          name: 'runs after three hours without a worker',
          value: runs['after three hours without a worker'] ?? 0,
          unit: '',
          atLeast: 1,
          atMost: 1,
        },
        {
          name: 'codes that outlived their time',
          value: lateCodes.filter((status) => status === 200).length,
          unit: '',
          atMost: 0,
        },
        { name: 'a session ends later than it may by', value: longest / minuteMs, unit: 'minutes', atMost: 1 },
      ],
    };
  },
};
