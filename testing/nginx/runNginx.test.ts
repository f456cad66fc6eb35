import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { testFolder } from '#testing/testFolder.ts';
import { runNginx } from './runNginx.ts';

test('stops an nginx that never starts to listen', async () => {
  const folder = await testFolder();
  const program = join(folder, 'nginx');
  await writeFile(program, `#!/bin/sh\necho $$ > ${folder}/started\nexec sleep 60\n`, { mode: 0o755 });
  await expect(runNginx(folder, { program, timeoutMs: 2_000 })).rejects.toThrow('waiting for nginx');
  const pid = Number(await readFile(join(folder, 'started'), 'utf8'));
  expect(() => process.kill(pid, 0)).toThrow('ESRCH');
});
