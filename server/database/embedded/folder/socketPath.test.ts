import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { testFolder } from '#testing/testFolder.ts';
import { socketFolderPath } from './socketPath.ts';

test('a folder with a long path gets a short path for the life of the process', async () => {
  const folder = join(await testFolder(), 'x'.repeat(100));
  await mkdir(folder);
  await writeFile(join(folder, 'socket'), '');
  const path = await socketFolderPath(folder, 'socket');
  expect(path.length).toBeLessThan(30);
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  for (let round = 0; round < 5; round += 1) {
    collect();
    await sleep(10);
  }
  expect(await readdir(path)).toEqual(['socket']);
});
