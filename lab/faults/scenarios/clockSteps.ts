import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { createSheetSync, listSheetSyncRuns, listSheetSyncs } from '#shared/contracts/sheetSyncs.ts';
import { resetPassword, sendOtp } from '#shared/contracts/users.ts';
import { databaseFolderOf } from '#server/database/embedded/folder/databaseFolder.ts';
import { joinEmbedded } from '#server/database/embedded/startEmbedded.ts';
import { sessions } from '#server/database/schema.ts';
import { withDatabase } from '#testing/database/withDatabase.ts';
import { putSheet, readMails } from '#testing/sandbox/sandboxControl.ts';
import { waitUntil } from '#testing/waitUntil.ts';
import { registerPerson } from '#testing/people.ts';
import { atMost, exactly, none } from '#lab/faults/metrics.ts';
import type { Metric } from '#lab/faults/metrics.ts';
import type { ScenarioRun } from '#lab/faults/Scenario.ts';
import { createSite, startProduct } from '#testing/startProduct.ts';
import type { ProductSite } from '#testing/startProduct.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
const weekMs = 7 * dayMs;
/** Longer than the interval of the ticker that finds due work. */
const settleMs = 4_000;

/**
 * Adds an adjustable clock to the embedded PostgreSQL: a `now()` that shadows the built-in one and reads a file in the
 * database folder. Only new connections use this clock.
 */
const shiftServerClock = async ({ dataDir }: ProductSite): Promise<(ms: number) => void> => {
  const file = join(databaseFolderOf(dataDir), 'shifted-clock');
  const shift = (ms: number): void => {
    // Renames a complete file, so that the server never reads half of it.
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

/** The machine's clock is wrong and jumps, while the product runs and between two starts. */
export const clockSteps: ScenarioRun = async (context) => {
  const sandbox = await context.startSandbox();
  const site = await createSite({ folder: context.folder, environment: sandbox.environment });
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
  const readOwnMails = async () => (await readMails(sandbox)).filter(({ to }) => to === person.email);
  const metrics: Metric[] = [];
  let before = 1;
  const expectRuns = async (name: string, count: number) => {
    await sleep(settleMs);
    const after = await countRuns();
    metrics.push(exactly(`runs, ${name}`, after - before, count));
    before = after;
  };

  shiftTo(dayMs);
  await expectRuns('a day ahead', 1);
  shiftTo(dayMs - hourMs);
  await expectRuns('an hour back', 0);
  const due = (await person.request(listSheetSyncs)).body.data[0]?.nextRunAt ?? '';
  const waitMinutes = (Date.parse(due) - Date.now() - shiftMs) / minuteMs;
  shiftTo(dayMs - hourMs + 16 * minuteMs);
  await expectRuns('at the next slot', 1);

  // A code from a quarter of an hour ago, and one from the future.
  const lateCodes: number[] = [];
  for (const stepMs of [11 * minuteMs, -hourMs]) {
    const from = (await readOwnMails()).length;
    await person.request(sendOtp, { body: { email: person.email } });
    const mail = await waitUntil(async () => (await readOwnMails())[from], { what: 'the mail' });
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
  await expectRuns('after three hours without a worker', 1);
  await product.end('SIGTERM');

  // Corrects the clock. Sessions and codes stored a day ahead have to expire as if stored now.
  shiftTo(0);
  product = await start();
  await sleep(settleMs);
  await product.end('SIGTERM');
  const rows = await withDatabase(site, ({ db }) => db.select({ expiresAt: sessions.expiresAt }).from(sessions));
  const longest = Math.max(...rows.map(({ expiresAt }) => expiresAt.getTime() - Date.now() - weekMs));

  return {
    metrics: [
      ...metrics,
      atMost('the next slot is in', waitMinutes, 15, 'minutes'),
      none('codes that outlived their time', lateCodes.filter((status) => status === 200).length),
      atMost('a session ends later than it may by', longest / minuteMs, 1, 'minutes'),
    ],
  };
};
