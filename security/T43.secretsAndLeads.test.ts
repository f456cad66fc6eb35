import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { createSite, launchProduct } from '#testing/startProduct.ts';
import { findPlaces } from './testing/canaries/findPlaces.ts';
import type { Canaries } from './testing/canaries/findPlaces.ts';
import { mark, personalMarks, secretMarks, settings } from './testing/canaries/marks.ts';
import { ownColumns } from './testing/canaries/ownColumns.ts';
import { startTalkativeProduct } from './testing/canaries/talkativeProduct.ts';
import type { TalkativeProduct } from './testing/canaries/talkativeProduct.ts';
import { eraseSome, useAccounts } from './testing/canaries/useAccounts.ts';
import { useBrokenTables, useLeakyPlatforms, useSockets } from './testing/canaries/useFailures.ts';
import { exportAll, readFigures, useConsent, useLeads } from './testing/canaries/useLeads.ts';
import type { Visit } from './testing/canaries/visit.ts';

/*
 * Sends secrets and personal data to every input of the product, in successful and failing calls, with verbose logging. Then
 * searches everything that the product logged, sent and stored.
 */

/** The lines that contain a canary, with its kind. */
const findLines = (lines: readonly string[], canaries: Canaries): string[] =>
  Object.entries(canaries).flatMap(([kind, needles]) =>
    lines.filter((line) => needles.some((needle) => line.includes(needle))).map((line) => `${kind}: ${line}`),
  );

describe.each(['embedded', 'server'] as const)('with the database %s', (engine) => {
  let product: TalkativeProduct;
  let visit: Visit;
  let log: string[];
  let secrets: Canaries;
  beforeAll(async () => {
    product = await startTalkativeProduct(engine);
    visit = await useAccounts(product);
    await useConsent(visit);
    const syncId = await useLeads(visit);
    await readFigures(visit);
    await exportAll(visit);
    await eraseSome(visit);
    await useSockets(visit);
    if (visit.databaseUrl !== null) await useBrokenTables(visit, visit.databaseUrl);
    await useLeakyPlatforms(visit, syncId);
    visit.process.process.kill('SIGUSR2');
    const { code } = await visit.process.ended;
    if (code !== 1) throw new Error(`The process should have ended with 1, but ended with ${code}`);
    log = (await visit.readLog()).split('\n');
    secrets = { ...secretMarks, sessionTokens: visit.sessionTokens, ofPlatforms: [...visit.platform.secrets] };
  }, 400_000);
  afterAll(() => product.stop());

  test('T43 the log reports events without secrets and personal data', () => {
    const said = log.join('\n');
    const lines = ['provider call', 'job failed', 'request completed', 'uncaught exception', '/auth/google/callback'];
    expect(lines.filter((line) => !said.includes(line))).toEqual([]);
    expect(findLines(log, { ...secrets, ...personalMarks }).slice(0, 10)).toEqual([]);
    expect(visit.oneTimeCode).toMatch(/^\d{6}$/);
    expect(new RegExp(`(?<!\\w)${visit.oneTimeCode}(?!\\w)`).test(said)).toBe(false);
  });

  test("T43 no error response repeats the request or a platform's text", () => {
    expect(visit.refusals.length).toBeGreaterThan(20);
    expect(findLines(visit.refusals, { ...secrets, ...personalMarks }).slice(0, 10)).toEqual([]);
  });

  test('T43 no table, including the queue, has secrets, and personal data is only in its own columns', async () => {
    // The secrets of the platforms were collected.
    expect(visit.platform.secrets.size).toBeGreaterThan(20);
    const places = await visit.withDatabase((db) => findPlaces(db, { ...secrets, ...personalMarks }));
    const strays = Object.entries(places).flatMap(([kind, columns]) =>
      columns.filter((column) => !(ownColumns[kind] ?? []).includes(column)).map((column) => `${kind} in ${column}`),
    );
    expect(strays).toEqual([]);
    // Proves that the search finds personal data in its own columns.
    expect(places).toMatchObject({
      account: ['public.users.email', 'public.users.name'],
      formLead: expect.arrayContaining(['public.leads.email']),
      importedLead: expect.arrayContaining(['public.leads.email']),
      sheetLead: expect.arrayContaining(['public.leads.email']),
      sheet: expect.arrayContaining(['public.sheet_syncs.url']),
    });
  });
});

test('T43 a refused start names the faulty setting, but not its value', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'll-T43-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const secret = mark('setting');
  const faulty: Record<string, string>[] = [
    {
      SMTP_URL: `smpt://user:${secret}@mail.example`,
      MAIL_FROM: 'x@example.test',
      ENCRYPTION_KEY: secret,
      GOOGLE_SERVICE_ACCOUNT: `{"type": "service_account", "private_key": "${secret}`,
      DATABASE_URL: `mysql://user:${secret}@db/x`,
    },
    { DATABASE_URL: `postgres://user:${secret}@127.0.0.1:1/x`, ENCRYPTION_KEY: settings.key },
  ];
  for (const env of faulty) {
    const refused = await createSite({ folder, env: { LOG_LEVEL: 'trace', ...env } });
    expect((await launchProduct(refused).ended).code).toBe(1);
    const said = await readFile(refused.files.log, 'utf8');
    expect(said).toMatch(/DATABASE_URL|ECONNREFUSED/);
    expect(said).not.toContain(secret);
  }
});
