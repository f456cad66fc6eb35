import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { register } from '#shared/contracts/users.ts';
import type { CheckResult } from '#server/modules/operator/Check.ts';
import { connectPlatform } from '#testing/api/connectPlatform.ts';
import { waitUntil } from '#testing/waitUntil.ts';
import { addressFaults } from './testing/doctorFaults/addressFaults.ts';
import { dataFaults, serverFaults } from './testing/doctorFaults/dataFaults.ts';
import { machineFaults } from './testing/doctorFaults/machineFaults.ts';
import { mailFaults } from './testing/doctorFaults/mailFaults.ts';
import { platformFaults } from './testing/doctorFaults/platformFaults.ts';
import { startInstallation } from './testing/startInstallation.ts';
import type { Installation } from './testing/startInstallation.ts';

let installation: Installation;

beforeAll(async () => {
  installation = await startInstallation();
  const password = 'a long enough one';
  const body = { name: 'Ada Example', email: 'ada@example.test', password, confirmpassword: password };
  const { data } = (await installation.api.request(register, { body })).body;
  await connectPlatform(installation.api, { userId: data._id, token: data.token }, 'google');
}, 120_000);
afterAll(() => installation.close());

const lit = (results: readonly CheckResult[]): string[] =>
  results.filter(({ state }) => state === 'fault' || state === 'warning').map(({ id }) => id);

const faults = [...addressFaults, ...platformFaults, ...mailFaults, ...machineFaults, ...dataFaults, ...serverFaults];

const secretsOf = ({ source }: Installation): string[] =>
  Object.entries(source)
    .filter(([name]) => /SECRET|TOKEN|KEY|SERVICE_ACCOUNT/.test(name))
    .map(([, value]) => value);

test('finds no fault in a healthy installation and prints no secret', async () => {
  // A new connection starts jobs that keep the process busy for a while.
  const results = await waitUntil(async () => {
    const found = await installation.runDoctor();
    return found.every(({ state }) => state !== 'skipped') && found;
  });
  expect(lit(results)).toEqual([]);
  const ids = results.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  const text = JSON.stringify(results);
  for (const secret of secretsOf(installation)) expect(text.includes(secret)).toBe(false);
  expect(text).not.toContain('ada@example.test');
});

test.for(faults)('names $name', async ({ id, also = [], remedy, arrange }) => {
  const { undo, ...run } = await arrange(installation);
  try {
    const results = await installation.runDoctor(run);
    expect(lit(results).toSorted()).toEqual([id, ...also].toSorted());
    expect(results.find((result) => result.id === id)?.remedy).toContain(remedy);
  } finally {
    await undo?.();
  }
});

test('reports that an old key is still needed while tokens are encrypted with it', async () => {
  const old = installation.source['ENCRYPTION_KEY'] ?? '';
  const run = (keys: string[]) => installation.runDoctor({ env: { ENCRYPTION_KEY: keys.join(',') } });
  const sealedOf = (results: CheckResult[]) => results.find(({ id }) => id === 'data.sealed');
  const added = createHash('sha256').update('another').digest('base64');
  expect(sealedOf(await run([added, old]))).toMatchObject({ state: 'note', remedy: expect.stringContaining('Leave') });
  expect(sealedOf(await run([old, added]))).toMatchObject({
    state: 'note',
    remedy: expect.stringContaining('can be taken out of `ENCRYPTION_KEY`'),
  });
});

test('sends a mail only with --mail-to', async () => {
  const readInbox = async (): Promise<unknown> => (await fetch(`${installation.sandbox.url}/control/mail`)).json();
  expect(JSON.stringify(await readInbox())).not.toContain('operator@example.test');
  const results = await installation.runDoctor({ mailTo: 'operator@example.test' });
  expect(results.find(({ id }) => id === 'mail.delivery')?.state).toBe('ok');
  expect(JSON.stringify(await readInbox())).toContain('operator@example.test');
});

test('runs the checks that are possible while the product is stopped', async () => {
  await installation.stopProduct();
  const results = await installation.runDoctor();
  expect(lit(results)).toEqual(['address.reach']);
  const stateOf = (id: string) => results.find((result) => result.id === id)?.state;
  expect([stateOf('data.migrations'), stateOf('google.credentials')]).toEqual(['ok', 'ok']);
});
