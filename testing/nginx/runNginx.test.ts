import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { runNginx } from './runNginx.ts';

test('stops an nginx that never starts to listen', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'll-nginx-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const program = join(folder, 'nginx');
  await writeFile(program, `#!/bin/sh\necho $$ > ${folder}/started\nexec sleep 60\n`, { mode: 0o755 });
  await expect(runNginx(folder, { program, timeoutMs: 2_000 })).rejects.toThrow('nginx did not come true');
  const pid = Number(await readFile(join(folder, 'started'), 'utf8'));
  expect(() => process.kill(pid, 0)).toThrow('ESRCH');
});
