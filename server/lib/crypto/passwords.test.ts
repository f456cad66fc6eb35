import { verify } from '@node-rs/argon2';
import { describe, expect, test } from 'vitest';
import { AppError } from '#server/lib/failures/errors.ts';
import { absentHash, createPasswords } from './passwords.ts';

const passwords = createPasswords({ atOnce: 2, waitingLimit: 10 });

describe('passwords', () => {
  test('are kept as salted Argon2id with the configured cost', async () => {
    const [first, second] = await Promise.all([passwords.hash('correct horse'), passwords.hash('correct horse')]);
    expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(first).not.toBe(second);
  });

  test('match exactly as typed, and an absent hash matches nothing', async () => {
    const hash = await passwords.hash(' spaced pass ');
    expect(await passwords.matches(hash, ' spaced pass ')).toBe(true);
    expect(await passwords.matches(hash, 'spaced pass')).toBe(false);
    expect(await passwords.matches(null, ' spaced pass ')).toBe(false);
  });

  test('an absent hash costs the same work as a real one', async () => {
    // Algorithm, version, memory, passes and lanes determine the work of a comparison.
    const workOf = (hash: string) => hash.split('$').slice(1, 4);
    expect(workOf(absentHash)).toEqual(workOf(await passwords.hash('correct horse')));
    // The hash is well formed; a malformed hash would be refused without any work.
    await expect(verify(absentHash, 'correct horse')).resolves.toBe(false);
  });

  test('refuses callers beyond the waiting limit with 503 and serves the others', async () => {
    const narrow = createPasswords({ atOnce: 1, waitingLimit: 2 });
    const results = await Promise.allSettled(Array.from({ length: 5 }, () => narrow.hash('correct horse')));
    const refusals = results.filter((result) => result.status === 'rejected').map(({ reason }) => reason as unknown);
    expect(refusals).toHaveLength(2);
    for (const refusal of refusals) {
      expect(refusal).toBeInstanceOf(AppError);
      expect(refusal).toMatchObject({ status: 503, code: 'UNAVAILABLE', retryAfterSeconds: 2 });
    }
    expect(await narrow.hash('correct horse')).toMatch(/^\$argon2id\$/);
  });
});
