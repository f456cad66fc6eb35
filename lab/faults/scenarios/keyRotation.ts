import { setTimeout as sleep } from 'node:timers/promises';
import { drizzle } from '#server/database/drizzle.ts';
import { Pool } from 'pg';
import { listAdAccounts } from '#shared/contracts/adAccounts.ts';
import { newEncryptionKey } from '#server/config/encryptionKeys.ts';
import * as schema from '#server/database/schema.ts';
import { keyIdOf } from '#server/lib/crypto/aesSecretBox.ts';
import { countSealedByKey } from '#server/modules/operator/sealedValues/sealedValues.store.ts';
import { waitUntil } from '#testing/waitUntil.ts';
import { connectLater, registerPerson } from '#testing/people.ts';
import { atLeast, none } from '#lab/faults/metrics.ts';
import type { ScenarioRun } from '#lab/faults/Scenario.ts';
import { startScaled } from '#lab/faults/startScaled.ts';
import { hangMs } from '#lab/faults/hangMs.ts';

const people = { full: 6, short: 2 };
const pauseMs = 100;
/** Keeps below the limit of 60 consents per client and minute. */
const consentEveryMs = 1_500;

/**
 * Rotates the key of stored tokens under load. Every instance gets the new key before any instance seals with it. The old
 * key is removed once no stored value needs it.
 */
export const keyRotation: ScenarioRun = async (context) => {
  const [oldKey, newKey] = [newEncryptionKey(), newEncryptionKey()];
  const scaled = await startScaled(context, { ENCRYPTION_KEY: oldKey });
  const place = { apiUrl: scaled.url };
  const pool = new Pool({ connectionString: scaled.databaseUrl, max: 2 });
  // The pool reports an error when the server stops first.
  pool.on('error', (error) => context.log(`pool: ${error.message}`));
  context.onEnd(() => pool.end());
  const countSealedWith = async (key: string): Promise<number> =>
    (await countSealedByKey(drizzle(pool, { schema }))).get(keyIdOf(key)) ?? 0;

  const owners = await Promise.all(
    Array.from({ length: context.isShort ? people.short : people.full }, () =>
      registerPerson(place, 'google', 'facebook'),
    ),
  );
  const sealedBefore = await countSealedWith(oldKey);

  const over = new AbortController();
  let calls = 0;
  const failed: string[] = [];
  const use = async (owner: (typeof owners)[number]): Promise<void> => {
    while (!over.signal.aborted) {
      const platform = calls % 2 === 0 ? 'google' : 'facebook';
      calls += 1;
      // Every call opens a stored token.
      const { status } = await owner.request(listAdAccounts[platform]);
      if (status !== 200) failed.push(`${platform} ${status}`);
      await sleep(pauseMs);
    }
  };
  /** Every new consent seals a token. */
  const consent = async (): Promise<void> => {
    for (let number = 0; !over.signal.aborted; number += 1) {
      const owner = owners[number % owners.length];
      const platform = number % 2 === 0 ? 'google' : 'facebook';
      if (owner) await connectLater(place, owner, platform).catch((error: unknown) => failed.push(String(error)));
      await sleep(consentEveryMs);
    }
  };
  const using = [...owners.map(use), consent()];
  const roll = async (value: string, what: string): Promise<void> => {
    scaled.setVariable('ENCRYPTION_KEY', value);
    for (const instance of scaled.instances) await scaled.replace(instance, 'SIGTERM');
    context.log(`${what}: ${await countSealedWith(oldKey)} old, ${await countSealedWith(newKey)} new`);
  };
  await roll(`${oldKey},${newKey}`, 'all have both keys');
  await roll(`${newKey},${oldKey}`, 'all seal with the new key');
  await waitUntil(async () => (await countSealedWith(oldKey)) === 0, {
    timeoutMs: hangMs,
    everyMs: 500,
    what: 'nothing sealed with the old key',
  }).catch((error: unknown) => context.log(String(error)));
  const left = await countSealedWith(oldKey);
  await roll(newKey, 'the old key is removed');
  over.abort();
  await Promise.all(using);
  for (const what of new Set(failed)) context.log(`failed: ${what}`);
  return {
    metrics: [
      atLeast('sealed with the old key at first', sealedBefore, owners.length * 2, 'values'),
      atLeast('calls with stored tokens', calls, 100, 'calls'),
      none('failed of them', failed.length, 'calls'),
      none('left with the old key', left, 'values'),
      atLeast('sealed with the new key', await countSealedWith(newKey), sealedBefore, 'values'),
    ],
  };
};
