import { chmod, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { copyForAll } from './serverPrograms.ts';

describe.runIf(process.getuid?.() === 0)('the program copy for another user', () => {
  const makeOriginal = async (content: string): Promise<string> => {
    const folder = await mkdtemp(join(tmpdir(), 'll-programs-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    await mkdir(join(folder, 'bin'));
    await writeFile(join(folder, 'bin', 'postgres'), content);
    await chmod(join(folder, 'bin', 'postgres'), 0o777);
    return folder;
  };
  const copyOf = async (original: string): Promise<string> => {
    const copy = await copyForAll(original);
    onTestFinished(() => rm(copy, { recursive: true, force: true }));
    return copy;
  };
  const program = (copy: string) => readFile(join(copy, 'bin', 'postgres'), 'utf8');

  test('has the checksum in its name, is reused, and only root can write to it', async () => {
    const original = await makeOriginal(`program ${process.pid}`);
    const copy = await copyOf(original);
    expect(basename(copy)).toMatch(/^leadlight-postgresql-\w+-[0-9a-f]{16}$/);
    for (const name of ['.', 'bin', 'bin/postgres']) expect((await stat(join(copy, name))).mode & 0o777).toBe(0o755);
    const { ino } = await stat(copy);
    expect((await stat(await copyOf(original))).ino).toBe(ino);
  });

  test('gets a new folder for other programs', async () => {
    const older = await copyOf(await makeOriginal(`older ${process.pid}`));
    const newer = await copyOf(await makeOriginal(`newer ${process.pid}`));
    expect(newer).not.toBe(older);
    expect([await program(older), await program(newer)]).toEqual([`older ${process.pid}`, `newer ${process.pid}`]);
  });

  test.for([
    ['changed', (file: string) => writeFile(file, 'something else')],
    ['open to others', (file: string) => chmod(file, 0o777)],
    ['missing', (file: string) => rm(file)],
  ] as const)('is made anew when a program in it is %s', async ([name, spoil]) => {
    const text = `${name} ${process.pid}`;
    const original = await makeOriginal(text);
    const copy = await copyOf(original);
    const file = join(copy, 'bin', 'postgres');
    await spoil(file);
    expect(await copyOf(original)).toBe(copy);
    expect([await program(copy), (await stat(file)).mode & 0o777]).toEqual([text, 0o755]);
  });
});
