import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { variableNames } from './env.ts';
import { findMisspelt } from './findMisspelt.ts';

const nearestOf = (...names: string[]) =>
  Object.fromEntries(
    findMisspelt(Object.fromEntries(names.map((name) => [name, 'x'])), variableNames).map(({ name, nearest }) => [
      name,
      nearest,
    ]),
  );

test('names the nearest setting of a misspelled variable', () => {
  expect(nearestOf('LEAD_RETENTION', 'SMTP_URI', 'DATABASE_URI', 'ROLE', 'public_url', 'FACEBOOK_APP_SECRETS')).toEqual(
    {
      LEAD_RETENTION: 'LEAD_RETENTION_DAYS',
      SMTP_URI: 'SMTP_URL',
      DATABASE_URI: 'DATABASE_URL',
      ROLE: 'ROLES',
      public_url: 'PUBLIC_URL',
      FACEBOOK_APP_SECRETS: 'FACEBOOK_APP_SECRET',
    },
  );
});

test('names the setting when a variable asks for a file that the setting does not support', () => {
  expect(nearestOf('PUBLIC_URL_FILE', 'LEAD_RETENTION_DAYS_FILE')).toEqual({
    PUBLIC_URL_FILE: 'PUBLIC_URL',
    LEAD_RETENTION_DAYS_FILE: 'LEAD_RETENTION_DAYS',
  });
});

test('ignores variables of other programs, including Docker Compose', async () => {
  const example = await readFile(new URL('../../.env.example', import.meta.url), 'utf8');
  const documented = [...example.matchAll(/^#?\s?([A-Z][A-Z0-9_]+)=/gm)].map(([, name = '']) => name);
  expect(documented).toContain('HTTP_PORT');
  const others = ['HOME', 'HOSTNAME', 'PATH', 'PWD', 'LANG', 'TERM', 'MAIL', 'SHLVL', 'NODE_OPTIONS', 'NODE_VERSION'];
  const ofNpm = ['npm_config_cache', 'npm_package_name', 'npm_lifecycle_event', 'INIT_CWD', 'COLOR', 'EDITOR'];
  expect(nearestOf(...variableNames, ...documented, ...others, ...ofNpm)).toEqual({});
});
