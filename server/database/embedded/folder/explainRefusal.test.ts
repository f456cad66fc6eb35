import { DrizzleQueryError } from '#server/database/drizzle.ts';
import { describe, expect, test } from 'vitest';
import { StartRefusedError } from '#server/lib/failures/StartRefusedError.ts';
import { explainDamage, refuseUnreadable } from './explainRefusal.ts';

test.for([
  ['data directory "/proc/self/fd/3" has group or world access', 'chmod 700 /data/postgres-18'],
  ['data directory "/proc/self/fd/3" has invalid permissions', 'chmod 700 /data/postgres-18'],
  ['data directory "/proc/self/fd/3" has wrong ownership', 'chown -R USER /data/postgres-18'],
  ['could not open file "global/pg_control": Permission denied', 'chown -R USER /data/postgres-18'],
  ['could not write lock file "postmaster.pid": No space left on device', 'make room'],
  ['could not create lock file "postmaster.pid": Read-only file system', 'mount it for writing'],
  ['lock file "postmaster.pid" already exists', 'stop that server'],
  ['pre-existing shared memory block (key 1, ID 2) is still in use', 'stop that server'],
  ['Unix-domain socket path "/a" is too long (maximum 107 bytes)', 'shorter path'],
  ['could not create any Unix-domain sockets', 'shorter path'],
  ['could not map anonymous shared memory: Cannot allocate memory', 'give it more'],
  ['database locale is incompatible with operating system', 'install the locale'],
  ['configuration file "postgresql.conf" contains errors', 'correct postgresql.conf'],
] as const)('%s: %s, and no backup is advised', ([reason, step]) => {
  const { message } = refuseUnreadable('/data/postgres-18', reason);
  expect(message).toContain(reason);
  expect(message).toMatch(/nothing is damaged/);
  expect(message).toContain(step);
  expect(message).not.toMatch(/restore|backup/i);
});

test.for([
  'could not locate a valid checkpoint record at 0/1',
  'incorrect checksum in control file',
  'invalid page in block 0 of relation base/5/1259',
  'it ended without a word',
])('%s: advises making a copy first and restoring a backup last', (reason) => {
  const { message } = refuseUnreadable('/data/postgres-18', reason);
  expect(message).toMatch(/First copy the folder.*complete it.*Only if that is impossible: Restore a backup/);
});

describe('damage found by a statement', () => {
  const damaged = new DrizzleQueryError(
    'select 1',
    [],
    Object.assign(new Error('invalid page in block 3 of relation base/5/1259'), { code: 'XX001' }),
  );

  test('is explained, for the embedded database and for a server', () => {
    for (const folder of ['/data/postgres-18', null]) {
      const refusal = explainDamage(damaged, folder);
      expect(refusal).toBeInstanceOf(StartRefusedError);
      expect(refusal).toMatchObject({ message: expect.stringContaining('invalid page in block 3') });
    }
  });

  test('is not reported for other errors', () => {
    const error = new DrizzleQueryError('select 1', [], Object.assign(new Error('no'), { code: '42P01' }));
    expect(explainDamage(error, null)).toBe(error);
  });
});
