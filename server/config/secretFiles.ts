import { readFileSync } from 'node:fs';

type Source = Readonly<Record<string, string | undefined>>;

/** The settings that hold a secret. `NAME_FILE` is the path of a file that contains the value of `NAME`. */
export const secretNames = [
  'DATABASE_URL',
  'DATABASE_LISTEN_URL',
  'ENCRYPTION_KEY',
  'GOOGLE_CLIENT_SECRET',
  'GOOGLE_SERVICE_ACCOUNT',
  'FACEBOOK_APP_SECRET',
  'FACEBOOK_VERIFY_TOKEN',
  'TIKTOK_APP_SECRET',
  'SMTP_URL',
  'OPERATOR_TOKEN',
  'BACKUP_PASSPHRASE',
  'BACKUP_S3_KEY',
] as const;

export const fileVariableOf = (name: string): string => `${name}_FILE`;

type FileSecrets = {
  /** The source, with each secret read from its file. */
  values: Record<string, string | undefined>;
  /** Faults by name of the secret. The path is omitted, because somebody may have pasted the secret itself. */
  faults: Map<string, string>;
};

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? ` (${String(error.code)})` : '';

/** Reads the files that `NAME_FILE` variables point to. Trailing line breaks are not part of a secret. */
export const readSecretFiles = (source: Source): FileSecrets => {
  const values = { ...source };
  const faults = new Map<string, string>();
  for (const name of secretNames) {
    const variable = fileVariableOf(name);
    const path = source[variable];
    if (path === undefined) continue;
    if (source[name] !== undefined) {
      faults.set(name, `${variable}: set either ${variable} or ${name}, not both`);
      continue;
    }
    try {
      const secret = readFileSync(path, 'utf8').replace(/[\r\n]+$/, '');
      if (secret.trim() === '') faults.set(name, `${variable}: the file is empty`);
      else values[name] = secret;
    } catch (error) {
      faults.set(name, `${variable}: the file cannot be read${codeOf(error)}`);
    }
  }
  return { values, faults };
};

/** The source with `changes`, which also replace secrets from files. */
export const overrideSource = (source: Source, changes: Readonly<Record<string, string>>): Source => {
  const replaced = new Set(Object.keys(changes).map(fileVariableOf));
  return { ...Object.fromEntries(Object.entries(source).filter(([name]) => !replaced.has(name))), ...changes };
};
