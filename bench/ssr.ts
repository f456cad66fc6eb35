import { fork } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '#server/testing/freePort.ts';
import { startProduct } from '../scripts/startProduct.ts';
import { median, requestsPerSecond } from './measure.ts';
import type { Figure } from './run.ts';

const rounds = 5;

/** A bare Express, in a process of its own, that sends the same bytes from memory. */
const startReference = async (html: string): Promise<{ url: string; stop(): void }> => {
  const child = fork(fileURLToPath(new URL('./bareExpress.ts', import.meta.url)));
  const port = await new Promise<number>((resolve, reject) => {
    child.once('message', (message: { port: number }) => resolve(message.port));
    child.once('exit', (code) => reject(new Error(`the reference ended with ${code}`)));
    child.send({ html });
  });
  return { url: `http://127.0.0.1:${port}/`, stop: () => void child.kill('SIGTERM') };
};

/** The landing page: the web role against bare Express with the same bytes, in turns, 50 connections. */
export const ssr = async (): Promise<Figure[]> => {
  const [port, apiPort] = await Promise.all([freePort(), freePort()]);
  const dataDir = await mkdtemp(join(tmpdir(), 'll-bench-'));
  const product = await startProduct({
    NODE_ENV: 'production',
    PORT: String(port),
    API_PORT: String(apiPort),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    DATA_DIR: dataDir,
    LOG_LEVEL: 'warn',
  });
  try {
    const url = `http://127.0.0.1:${port}/`;
    const reference = await startReference(await (await fetch(url)).text());
    try {
      const ours: number[] = [];
      const theirs: number[] = [];
      for (let round = 0; round < rounds; round += 1) {
        theirs.push(await requestsPerSecond(reference.url));
        ours.push(await requestsPerSecond(url));
      }
      return [
        { name: 'ssr.web', value: median(ours), unit: 'requests/s' },
        { name: 'ssr.bareExpress', value: median(theirs), unit: 'requests/s' },
        { name: 'ssr.ratio', value: median(ours) / median(theirs), unit: 'x' },
      ];
    } finally {
      reference.stop();
    }
  } finally {
    await product.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
};
