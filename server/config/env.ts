import { resolve } from 'node:path';
import * as z from 'zod';
import { passwordMinLength } from '#shared/limits.ts';
import { registrationModes } from '#shared/registration.ts';
import { StartRefusedError } from '#server/lib/failures/StartRefusedError.ts';
import { findMisspelt } from './findMisspelt.ts';
import type { Misspelt } from './findMisspelt.ts';
import { fileVariableOf, readSecretFiles, secretNames } from './secretFiles.ts';
import { readServiceAccount } from './serviceAccount.ts';

/*
 * The environment, parsed once. Other modules import the type and receive the value. `.env.example` documents the
 * variables in this order.
 */

const roleNames = ['web', 'api', 'worker'] as const;

const wholeNumber = (from: number, to: number) => {
  const rule = `must be a whole number from ${from} to ${to}`;
  return z.coerce.number(rule).int(rule).min(from, rule).max(to, rule);
};
const port = (fallback: number) => wholeNumber(0, 65_535).default(fallback);
const secret = z.string().min(1).optional();
const serviceAccount = secret.transform((value, check) => {
  if (value === undefined) return undefined;
  try {
    return readServiceAccount(value);
  } catch (error) {
    check.addIssue({ code: 'custom', message: error instanceof Error ? error.message : String(error) });
    return z.NEVER;
  }
});
const urlOf = (protocol: RegExp, example: string) => z.url({ protocol, error: `must be an address like ${example}` });
const httpUrl = (example: string) => urlOf(/^https?$/, example);
/** Whether an unencoded character in the user or password ends the host's part of an address early. */
const isCutShort = (text: string): boolean => {
  const url = URL.parse(text);
  if (text.includes('#')) return true;
  if (url === null) return /\/\/.*[/?].*@/.test(text);
  const { pathname, search } = url;
  return pathname.includes('@') || (pathname === '' && search.includes('@'));
};
const loginUrl = (protocol: RegExp, example: string) =>
  z
    .string()
    .refine((text) => !isCutShort(text), 'write # as %23, / as %2F, ? as %3F and % as %25 in the user and password')
    .pipe(urlOf(protocol, example));
const address = (fallback: string) =>
  httpUrl(fallback)
    .transform((url) => url.replace(/\/+$/, ''))
    .default(fallback);
const flag = z
  .enum(['true', 'false', '1', '0'])
  .transform((value) => value === 'true' || value === '1')
  .default(false);

const variables = z.object({
  NODE_ENV: z.enum(['development', 'production', 'test']).default('development'),
  HOST: z.string().min(1).default('127.0.0.1'),
  PORT: port(3000),
  API_PORT: port(4000),
  SANDBOX_PORT: port(4100),
  PUBLIC_URL: httpUrl('https://leads.example.org').optional(),
  ROLES: z
    .string()
    .default('web,api,worker')
    .transform((text) => text.split(',').map((role) => role.trim()))
    .pipe(z.array(z.enum(roleNames, 'roles are web, api and worker, with commas between them')).min(1)),
  API_URL: httpUrl('http://api:4000').optional(),
  DATABASE_URL: loginUrl(/^postgres(ql)?$/, 'postgres://user:password@host:5432/leadlight').optional(),
  DATABASE_LISTEN_URL: loginUrl(/^postgres(ql)?$/, 'postgres://user:password@host:5432/leadlight').optional(),
  DATA_DIR: z.string().min(1).default('./data'),
  ENCRYPTION_KEY: secret,
  SANDBOX: flag,
  GOOGLE_CLIENT_ID: secret,
  GOOGLE_CLIENT_SECRET: secret,
  GOOGLE_SERVICE_ACCOUNT: serviceAccount,
  FACEBOOK_APP_ID: secret,
  FACEBOOK_APP_SECRET: secret,
  FACEBOOK_VERIFY_TOKEN: secret,
  FACEBOOK_GRAPH_VERSION: z
    .string()
    .regex(/^v\d{2}\.\d$/, 'a version such as v26.0')
    .default('v26.0'),
  TIKTOK_APP_ID: secret,
  TIKTOK_APP_SECRET: secret,
  TIKTOK_CALLS_PER_SECOND: wholeNumber(1, 50).default(10),
  GOOGLE_ACCOUNTS_URL: address('https://accounts.google.com'),
  GOOGLE_OAUTH_URL: address('https://oauth2.googleapis.com'),
  GOOGLE_JWKS_URL: address('https://www.googleapis.com/oauth2/v3/certs'),
  GOOGLE_ADS_URL: address('https://googleads.googleapis.com'),
  GOOGLE_SHEETS_URL: address('https://sheets.googleapis.com'),
  GOOGLE_DRIVE_URL: address('https://www.googleapis.com'),
  GOOGLE_DOCS_URL: address('https://docs.google.com'),
  GOOGLE_SIGNIN_SCRIPT_URL: address('https://accounts.google.com/gsi/client'),
  FACEBOOK_URL: address('https://www.facebook.com'),
  FACEBOOK_GRAPH_URL: address('https://graph.facebook.com'),
  TIKTOK_AUTH_URL: address('https://business-api.tiktok.com/portal/auth'),
  TIKTOK_API_URL: address('https://business-api.tiktok.com'),
  SMTP_URL: loginUrl(/^smtps?$/, 'smtps://user:password@mail.example.org:465').optional(),
  MAIL_FROM: z.string().min(3).optional(),
  CONTACT_EMAIL: z.email('must be an e-mail address').optional(),
  AUTOSYNC_INTERVAL_SECONDS: wholeNumber(1, 86_400).default(900),
  RECONCILE_INTERVAL_SECONDS: wholeNumber(1, 86_400).default(300),
  LEAD_RETENTION_DAYS: wholeNumber(1, 36_500).optional(),
  OPERATOR_TOKEN: z.string().min(16, 'at least 16 characters (openssl rand -hex 16)').optional(),
  BACKUP_AT: z
    .string()
    .regex(/^(?:(?:[01]\d|2[0-3]):[0-5]\d|off)$/, 'a time of day like 03:00, or off')
    .optional(),
  BACKUP_DIR: z.string().min(1).optional(),
  BACKUP_KEEP: wholeNumber(1, 1000).default(7),
  BACKUP_PASSPHRASE: z.string().min(12, 'at least 12 characters (openssl rand -base64 24)').optional(),
  BACKUP_S3_ENDPOINT: httpUrl('https://s3.eu-central-1.amazonaws.com')
    .transform((url) => url.replace(/\/+$/, ''))
    .optional(),
  BACKUP_S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'the name of a bucket')
    .optional(),
  BACKUP_S3_KEY_ID: secret,
  BACKUP_S3_KEY: secret,
  REGISTRATION: z.enum(registrationModes).default('open'),
  PASSWORD_MIN_LENGTH: wholeNumber(passwordMinLength, 64).default(passwordMinLength),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  TRUST_PROXY: wholeNumber(0, 10).default(1),
  SOCKET_ORIGINS: z
    .string()
    .optional()
    .transform((text) => text?.split(',').map((origin) => origin.trim()) ?? null),
});

/** Every variable that is read, in the order of `.env.example`. */
export const variableNames: readonly string[] = Object.keys(variables.shape);

const providerAddresses = [
  'GOOGLE_ACCOUNTS_URL',
  'GOOGLE_OAUTH_URL',
  'GOOGLE_JWKS_URL',
  'GOOGLE_ADS_URL',
  'GOOGLE_SHEETS_URL',
  'GOOGLE_DRIVE_URL',
  'GOOGLE_DOCS_URL',
  'GOOGLE_SIGNIN_SCRIPT_URL',
  'FACEBOOK_URL',
  'FACEBOOK_GRAPH_URL',
  'TIKTOK_AUTH_URL',
  'TIKTOK_API_URL',
] as const;

/** Two variables that only make sense together. */
const pairs = [
  ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'],
  ['FACEBOOK_APP_ID', 'FACEBOOK_APP_SECRET'],
  ['TIKTOK_APP_ID', 'TIKTOK_APP_SECRET'],
  ['SMTP_URL', 'MAIL_FROM'],
] as const;

/** These variables describe one bucket together. */
const bucketNames = ['BACKUP_S3_ENDPOINT', 'BACKUP_S3_BUCKET', 'BACKUP_S3_KEY_ID', 'BACKUP_S3_KEY'] as const;

const isKey = (text: string): boolean => Buffer.from(text, 'base64').length === 32;

/** The web role needs neither a database nor a key: it serves pages and proxies to the API. */
export const isWebAlone = ({ ROLES }: { ROLES: readonly string[] }): boolean => ROLES.every((role) => role === 'web');

/** Rules across variables. Each fault names the variable to change. */
const findConflicts = (values: z.output<typeof variables>): string[] => {
  const faults: string[] = [];
  for (const [first, second] of pairs)
    if ((values[first] === undefined) !== (values[second] === undefined))
      faults.push(
        `${values[first] === undefined ? first : second}: set it too, or leave out ${values[first] === undefined ? second : first}`,
      );
  const missing = bucketNames.filter((name) => values[name] === undefined);
  if (missing.length > 0 && missing.length < bucketNames.length)
    for (const name of missing) faults.push(`${name}: set it too, or leave out the other settings of BACKUP_S3`);
  if (values.NODE_ENV === 'production' && !values.SANDBOX && values.BACKUP_S3_ENDPOINT?.startsWith('http://'))
    faults.push('BACKUP_S3_ENDPOINT: must be https in production');
  if (values.ENCRYPTION_KEY && !values.ENCRYPTION_KEY.split(',').every((key) => isKey(key.trim())))
    faults.push('ENCRYPTION_KEY: each key is 32 random bytes in base64 (openssl rand -base64 32)');
  if (values.DATABASE_URL && !values.ENCRYPTION_KEY)
    faults.push(
      'ENCRYPTION_KEY: required with DATABASE_URL, because several machines have to share it (openssl rand -base64 32)',
    );
  if (values.DATABASE_LISTEN_URL && !values.DATABASE_URL)
    faults.push('DATABASE_URL: required with DATABASE_LISTEN_URL, or leave out DATABASE_LISTEN_URL');
  if (!values.DATABASE_URL && !isWebAlone(values) && new Set(values.ROLES).size < roleNames.length)
    faults.push('DATABASE_URL: required when the roles are split, because the embedded database serves one process');
  if (values.ROLES.includes('web') && !values.ROLES.includes('api') && !values.API_URL)
    faults.push('API_URL: required for web without api, e.g. http://api:4000');
  if (values.NODE_ENV === 'production' && !values.SANDBOX)
    for (const name of providerAddresses)
      if (!values[name].startsWith('https://')) faults.push(`${name}: must be https in production`);
  for (const origin of values.SOCKET_ORIGINS ?? [])
    if (!URL.canParse(origin) || new URL(origin).origin !== origin)
      faults.push(`SOCKET_ORIGINS: "${origin}" is not an origin like https://leads.example.org`);
  if (values.PUBLIC_URL && new URL(values.PUBLIC_URL).pathname !== '/')
    faults.push('PUBLIC_URL: an origin without a path, e.g. https://leads.example.org');
  return faults;
};

export type Env = Readonly<ReturnType<typeof toEnv>>;

const toEnv = (values: z.output<typeof variables>, misspelt: readonly Misspelt[]) => ({
  ...values,
  /** Variables that have no effect and are probably misspelled settings. */
  misspelt,
  DATA_DIR: resolve(values.DATA_DIR),
  /** Sandbox data is made up, so backups are off by default. */
  BACKUP_AT: values.BACKUP_AT ?? (values.SANDBOX ? 'off' : '03:00'),
  PUBLIC_URL: new URL(values.PUBLIC_URL ?? `http://localhost:${values.PORT}`).origin,
  API_URL: (values.API_URL ?? `http://127.0.0.1:${values.API_PORT}`).replace(/\/+$/, ''),
});

const describeMisspelt = ({ name, nearest }: Misspelt): string => `${name}: not a setting; did you mean ${nearest}?`;

/** Refuses the start. The message has one line per fault of the environment. */
export class EnvError extends StartRefusedError {
  override readonly name = 'EnvError';
  readonly faults: readonly string[];

  constructor(faults: string[]) {
    super(
      `The environment has ${faults.length === 1 ? 'a fault' : `${faults.length} faults`}:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`,
    );
    this.faults = faults;
  }
}

/**
 * Parses the environment and reads the files of `NAME_FILE` variables. An empty value counts as absent.
 * @throws EnvError that lists every fault at once, without repeating secret values
 */
export const parseEnv = (source: Record<string, string | undefined>): Env => {
  const present = Object.fromEntries(
    Object.entries(source).filter(([, value]) => value !== undefined && value.trim() !== ''),
  );
  const misspelt = findMisspelt(present, [...variableNames, ...secretNames.map(fileVariableOf)]);
  const { values, faults } = readSecretFiles(present);
  const parsed = variables.safeParse(values);
  for (const { path, message } of parsed.error?.issues ?? [])
    faults.set(String(path[0]), `${String(path[0])}: ${message}`);
  // Also check the rules across variables, using only variables that are valid on their own.
  const right = parsed.success
    ? parsed
    : variables.safeParse(Object.fromEntries(Object.entries(values).filter(([name]) => !faults.has(name))));
  const conflicts = (right.success ? findConflicts(right.data) : []).filter(
    (conflict) => ![...faults.keys()].some((name) => conflict.includes(name)),
  );
  if (parsed.success && faults.size === 0 && conflicts.length === 0) return Object.freeze(toEnv(parsed.data, misspelt));
  throw new EnvError([...faults.values(), ...conflicts, ...misspelt.map(describeMisspelt)]);
};
