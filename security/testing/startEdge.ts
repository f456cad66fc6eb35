import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { renderProxySnippet } from '#testing/nginx/renderNginxConf.ts';
import { startNginx } from '#testing/nginx/startNginx.ts';
import type { NginxOptions } from '#testing/nginx/startNginx.ts';
import { target } from './target.ts';

/**
 * A separate nginx in front of the shared or another product, for attacks that would use up the limits of one address. It
 * distinguishes clients by their `X-Forwarded-For`.
 */
export const startEdge = async (
  limits: NonNullable<NginxOptions['limits']>,
  webUrl = target.webUrl,
): Promise<{ url: string; stop: () => Promise<void> }> => {
  const folder = await mkdtemp(join(tmpdir(), 'll-attack-edge-'));
  const nginx = await startNginx({
    folder,
    web: [new URL(webUrl).host],
    snippets: { 'proxy.conf': renderProxySnippet('127.0.0.1') },
    limits,
  });
  return {
    url: nginx.url,
    stop: async () => {
      await nginx.end();
      await rm(folder, { recursive: true, force: true });
    },
  };
};
