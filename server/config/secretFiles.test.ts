import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parseEnv } from './env.ts';
import { faultsOf } from './testing/faultsOf.ts';
import { overrideSource, secretNames } from './secretFiles.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'll-secrets-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const key = Buffer.alloc(32, 7).toString('base64');
const values: Record<string, string> = {
  DATABASE_URL: 'postgres://app:password@pooler:6432/leadlight',
  DATABASE_LISTEN_URL: 'postgres://app:password@db:5432/leadlight',
  ENCRYPTION_KEY: key,
  GOOGLE_CLIENT_SECRET: 'google secret',
  FACEBOOK_APP_SECRET: 'facebook secret',
  FACEBOOK_VERIFY_TOKEN: 'verify token',
  TIKTOK_APP_SECRET: 'tiktok secret',
  SMTP_URL: 'smtps://user:password@mail.example.org',
  OPERATOR_TOKEN: 'the-operators-own-token',
  BACKUP_PASSPHRASE: 'a passphrase of backups',
  BACKUP_S3_KEY: 'key of the bucket',
};
const rest = {
  GOOGLE_CLIENT_ID: 'id',
  FACEBOOK_APP_ID: 'id',
  TIKTOK_APP_ID: 'id',
  MAIL_FROM: 'leads@example.org',
  BACKUP_S3_ENDPOINT: 'https://s3.example.org',
  BACKUP_S3_BUCKET: 'backups',
  BACKUP_S3_KEY_ID: 'id',
};

const write = async (name: string, text: string): Promise<string> => {
  const path = join(folder, name);
  await writeFile(path, text);
  return path;
};

test('every secret can come from a file; its trailing line break is removed', async () => {
  const files: Record<string, string> = {};
  for (const [name, value] of Object.entries(values)) files[`${name}_FILE`] = await write(name, `${value}\r\n`);
  expect(parseEnv({ ...files, ...rest })).toEqual(parseEnv({ ...values, ...rest }));
  // The service account is parsed as a key file, so `{}` shows that the file was read.
  const account = await write('account', '{}');
  expect(faultsOf({ GOOGLE_SERVICE_ACCOUNT_FILE: account })).toEqual([
    expect.stringContaining('GOOGLE_SERVICE_ACCOUNT: is not a service account key'),
  ]);
  expect([...Object.keys(values), 'GOOGLE_SERVICE_ACCOUNT'].toSorted()).toEqual(secretNames.toSorted());
});

test('refuses a secret that is set twice, and a missing, unreadable or empty file', async () => {
  const missing = join(folder, 'no-such-file');
  const faults = faultsOf({
    ...rest,
    DATABASE_URL: values['DATABASE_URL'] ?? '',
    DATABASE_LISTEN_URL: values['DATABASE_LISTEN_URL'] ?? '',
    ENCRYPTION_KEY_FILE: missing,
    GOOGLE_CLIENT_SECRET: 'secret',
    GOOGLE_CLIENT_SECRET_FILE: await write('twice', 'secret'),
    FACEBOOK_APP_SECRET_FILE: folder,
    TIKTOK_APP_SECRET_FILE: await write('empty', '\n'),
    SMTP_URL: values['SMTP_URL'] ?? '',
    BACKUP_S3_KEY: values['BACKUP_S3_KEY'] ?? '',
  });
  expect(faults).toEqual([
    'ENCRYPTION_KEY_FILE: the file cannot be read (ENOENT)',
    'GOOGLE_CLIENT_SECRET_FILE: set either GOOGLE_CLIENT_SECRET_FILE or GOOGLE_CLIENT_SECRET, not both',
    'FACEBOOK_APP_SECRET_FILE: the file cannot be read (EISDIR)',
    'TIKTOK_APP_SECRET_FILE: the file is empty',
  ]);
  expect(faults.join()).not.toContain(folder);
});

test('an empty variable counts as absent; the sandbox overrides a file', async () => {
  expect(
    parseEnv({ OPERATOR_TOKEN: '', OPERATOR_TOKEN_FILE: await write('token', 'a token from a file') }),
  ).toMatchObject({ OPERATOR_TOKEN: 'a token from a file' });
  const source = { SMTP_URL_FILE: join(folder, 'no-such-file'), MAIL_FROM: 'leads@example.org' };
  expect(parseEnv(overrideSource(source, { SMTP_URL: 'smtp://127.0.0.1:25' })).SMTP_URL).toBe('smtp://127.0.0.1:25');
});
