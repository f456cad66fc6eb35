import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { renderProxySnippet } from '#testing/nginx/renderNginxConf.ts';
import { startNginx } from '#testing/nginx/startNginx.ts';
import type { NginxOptions } from '#testing/nginx/startNginx.ts';
import { target } from './target.ts';

/**
 * An nginx of the test's own in front of the shared product, or of another one, for attacks that would use up what one address may ask for. It
 * tells clients apart by the `X-Forwarded-For` that they send.
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
