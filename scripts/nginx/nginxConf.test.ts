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

/* Values that nginx.conf repeats from the project have to match. Other tests run nginx itself. */

const conf = readFileSync(new URL('../../nginx.conf', import.meta.url), 'utf8');

/** Reads the lines of a `map` as pairs. */
const readMap = (name: string): [string, string][] => {
  const [, lines = ''] = new RegExp(`map \\S+ \\$${name} \\{\\n([^}]*)\\}`).exec(conf) ?? [];
  return [...lines.matchAll(/^\s*(\S+) "?(.*?)"?;$/gm)].map(([, from = '', to = '']) => [from, to]);
};

const megabytes = (bytes: number): string => `${bytes / 1024 / 1024}m`;

describe('nginx.conf', () => {
  test('uses the messages and codes of the app', () => {
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

  test('has the body limits of the app', () => {
    for (const [path, bytes] of [
      [saveCustomLeads.path, importLimits.postedBytes],
      [exportGoogleSheet.path, exportLimits.postedBytes],
    ] as const)
      expect(conf).toContain(`location = /api${path} {\n            client_max_body_size ${megabytes(bytes)};`);
  });

  test('limits the calls that strangers may make', () => {
    const [, pattern = ''] = /location ~\* (\S+login\S+) \{/.exec(conf) ?? [];
    for (const { path } of [login, register, socialLogin, sendOtp, resetPassword])
      expect(`/api${path}`).toMatch(new RegExp(pattern));
  });

  test("allows only its error page's own style", () => {
    const [, style = ''] = /<style>(.*?)<\/style>/.exec(conf) ?? [];
    const hash = createHash('sha256').update(style).digest('base64');
    expect(conf).toContain(`"default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'`);
  });

  test('differs from the rendered test configuration only in addresses and folders', () => {
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
