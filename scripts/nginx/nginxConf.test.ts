import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { saveCustomLeads } from '#shared/contracts/customLeads.ts';
import { exportGoogleSheet } from '#shared/contracts/exports.ts';
import { login, register, resetPassword, sendOtp, socialLogin } from '#shared/contracts/users.ts';
import { errorCodes } from '#shared/errorCodes.ts';
import { exportLimits, importLimits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import { renderNginxConf } from '#testing/nginx/renderNginxConf.ts';

/* What nginx.conf repeats of the project has to stay the same there. How it works is tested with nginx itself. */

const conf = readFileSync(new URL('../../nginx.conf', import.meta.url), 'utf8');

/** The lines of a `map` as pairs. */
const readMap = (name: string): [string, string][] => {
  const [, lines = ''] = new RegExp(`map \\S+ \\$${name} \\{\\n([^}]*)\\}`).exec(conf) ?? [];
  return [...lines.matchAll(/^\s*(\S+) "?(.*?)"?;$/gm)].map(([, from = '', to = '']) => [from, to]);
};

const megabytes = (bytes: number): string => `${bytes / 1024 / 1024}m`;

describe('nginx.conf', () => {
  test('says what the app says', () => {
    expect(readMap('edge_message')).toEqual([
      ['404', messages.server.notFound],
      ['413', messages.server.bodyTooLarge],
      ['429', messages.auth.tooManyAttempts],
      ['"~^5"', messages.server.apiAway],
      ['default', messages.validation.invalidRequest],
    ]);
    const codes = readMap('edge_code').map(([, code]) => code);
    expect(codes).toHaveLength(5);
    expect(errorCodes).toEqual(expect.arrayContaining(codes));
  });

  test('takes bodies as large as the app does', () => {
    for (const [path, bytes] of [
      [saveCustomLeads.path, importLimits.postedBytes],
      [exportGoogleSheet.path, exportLimits.postedBytes],
    ] as const)
      expect(conf).toContain(`location = /api${path} {\n            client_max_body_size ${megabytes(bytes)};`);
  });

  test('knows the calls that strangers may make', () => {
    const [, pattern = ''] = /location ~\* (\S+login\S+) \{/.exec(conf) ?? [];
    for (const { path } of [login, register, socialLogin, sendOtp, resetPassword])
      expect(`/api${path}`).toMatch(new RegExp(pattern));
  });

  test('allows its own page the style that it has, and nothing else', () => {
    const [, style = ''] = /<style>(.*?)<\/style>/.exec(conf) ?? [];
    const hash = createHash('sha256').update(style).digest('base64');
    expect(conf).toContain(`"default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'`);
  });

  test('differs from what the tests run in addresses and folders alone', () => {
    const rendered = renderNginxConf({
      folder: '/tmp/edge',
      listen: '127.0.0.1:1',
      web: ['127.0.0.1:2'],
      api: { listen: '127.0.0.1:3', targets: ['127.0.0.1:4'] },
      limits: 'shipped',
    });
    const changed = new Set(rendered.split('\n'));
    const replaced = conf.split('\n').filter((line) => !changed.has(line));
    expect(replaced.length).toBeGreaterThan(0);
    for (const line of replaced)
      expect(line).toMatch(/^ *(?:server |listen |resolver|pid |error_log |access_log |include |\w+_path )/);
  });
});
