import { spawnSync } from 'node:child_process';
import { chown, mkdtemp, readFile, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { readServerFile } from '#server/database/embedded/server/serverFile.ts';
import { startEmbedded } from '#server/database/embedded/startEmbedded.ts';
import { createLogger } from '#server/lib/logging/logger.ts';
import { databaseFolderOf } from './databaseFolder.ts';

const nobody = 65_534;

const start = async (dataDir: string) =>
  startEmbedded(dataDir, {
    logger: createLogger('silent'),
    onCrash: (error) => {
      throw error;
    },
  });

const lookAs = (uid: number, path: string) =>
  spawnSync('/bin/ls', [path], { uid, gid: uid, cwd: '/', encoding: 'utf8' }).status;

/** The user of the running server. */
const readServerUid = async (dataDir: string): Promise<{ pid: number; uid: number }> => {
  const pid = (await readServerFile(databaseFolderOf(dataDir)))?.pid ?? 0;
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return { pid, uid: Number(/^Uid:\s+(\d+)/m.exec(status)?.[1]) };
};

test.runIf(process.getuid?.() === 0)(
  'gives the server of root an unused user, even for a folder owned by `nobody`',
  async () => {
    const parent = await mkdtemp(join(tmpdir(), 'll-account-'));
    onTestFinished(() => rm(parent, { recursive: true, force: true }));
    const dataDir = join(parent, 'data');
    const first = await start(dataDir);
    const { pid, uid } = await readServerUid(dataDir);
    expect(uid).toBeGreaterThan(0);
    expect(await readFile('/etc/passwd', 'utf8')).not.toMatch(new RegExp(`^[^:]*:[^:]*:${uid}:`, 'm'));
    // Without this check the test could not fail on a system where descriptors can never be listed.
    expect(lookAs(uid, `/proc/${pid}/fd/`)).toBe(0);
    for (const path of ['fd/', 'cwd/']) expect(lookAs(nobody, `/proc/${pid}/${path}`)).not.toBe(0);
    await first.close();

    const folder = databaseFolderOf(dataDir);
    const names = ['.', ...(await readdir(folder, { recursive: true }))];
    for (const name of names) expect([name, (await stat(join(folder, name))).uid]).toEqual([name, uid]);
    for (const name of names) await chown(join(folder, name), nobody, nobody);
    const second = await start(dataDir);
    onTestFinished(() => second.close());
    expect((await readServerUid(dataDir)).uid).not.toBe(nobody);
    const client = new Client(second.connection);
    await client.connect();
    expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
    await client.end();
  },
);
