import { readFile } from 'node:fs/promises';
import * as z from 'zod';
import { waitUntil } from '#testing/waitUntil.ts';
import type { RunningNginx } from '#testing/nginx/startNginx.ts';

const line = z.strictObject({
  time: z.string(),
  request: z.string().regex(/^[0-9a-f]{32}$/),
  address: z.string(),
  method: z.string(),
  path: z.string(),
  protocol: z.string(),
  status: z.number(),
  bytes: z.number(),
  seconds: z.number(),
  cache: z.enum(['', 'MISS', 'HIT', 'EXPIRED', 'STALE', 'UPDATING', 'REVALIDATED', 'BYPASS']),
  upstream: z.string(),
  upstreamStatus: z.string(),
  upstreamConnectSeconds: z.string(),
  upstreamHeaderSeconds: z.string(),
  upstreamSeconds: z.string(),
  upstreamBytes: z.string(),
});
export type AccessLogLine = z.output<typeof line>;

/** Waits until the log has `count` lines about a path. nginx writes a line up to 0.1 s after the response. */
export const readAccessLog = ({ accessLog }: RunningNginx, path: string, count: number): Promise<AccessLogLine[]> =>
  waitUntil(
    async () => {
      // Drops the text after the last line break: it is empty or an unfinished line.
      const lines = (await readFile(accessLog, 'utf8')).split('\n').slice(0, -1);
      const found = lines
        .filter((text) => text.includes(path))
        .map((text) => line.parse(JSON.parse(text)))
        .filter((entry) => entry.path === path);
      return found.length >= count && found;
    },
    { everyMs: 20, what: `${count} lines about ${path}` },
  );
