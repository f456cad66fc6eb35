import { readdir } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { newEncryptionKey } from '#server/config/encryptionKeys.ts';
import { listAbandonedExports } from '#server/modules/exports/exports.store.ts';
import { runOperator } from './testing/runOperator.ts';
import { rowsEach, newFolder, withPlace, readAll, backUp, filled } from './testing/archivePlaces.ts';

describe('a restore', () => {
  test.each(['embedded', 'server'] as const)(
    'that is killed changes nothing and succeeds when run again; so does a backup (%s)',
    async (engine) => {
      const isServer = engine === 'server';
      const key = newEncryptionKey();
      const place = await filled(key, engine);
      await withPlace(place, ({ pool }) =>
        pool.query(
          `update exports set state = 'running', leased_until = now() + interval '1 minute' where id = 'key-1'`,
        ),
      );
      const folder = await newFolder();
      const killed = await runOperator('backup', ['--to', folder], { ...place, killAt: 'backup.pieceWritten#9' });
      expect(killed.signal).toBe('SIGKILL');
      expect((await readdir(folder)).filter((name) => name.endsWith('.gz'))).toEqual([]);

      const file = await backUp(place);
      await withPlace(place, ({ pool }) => pool.query(`insert into rate_limits (key) values ('after the backup')`));
      const before = await readAll(place);
      for (const killAt of ['restore.pieceLoaded#9', 'restore.checked']) {
        const { signal } = await runOperator('restore', [file, '--force'], { ...place, killAt });
        expect(signal).toBe('SIGKILL');
        // The embedded database reports the interrupted restore when it starts.
        const found = readAll(place).catch(String);
        const cutShort = expect.stringContaining('A restore was cut short and has changed nothing');
        expect(await found).toEqual(isServer ? before : cutShort);
      }
      // The next process that opens the database completes a restore that was killed at the very end.
      const killAt = isServer ? {} : { killAt: 'restore.ready' };
      await runOperator('restore', [file, '--force'], { ...place, ...killAt });
      const after = await readAll(place);
      expect(after.get('rate_limits')).toHaveLength(rowsEach);
      expect(after.get('leads')).toEqual(before.get('leads'));

      const abandoned = await withPlace(place, ({ db }) =>
        listAbandonedExports(db, new Date(Date.now() - 3_600_000), 10),
      );
      expect(abandoned.map(({ id }) => id)).toContain('key-1');
    },
    300_000,
  );
});
