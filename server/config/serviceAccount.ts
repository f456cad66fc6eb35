import { createPrivateKey } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
import * as z from 'zod';

/** Who reads private sheets for the install, with the key that proves it. */
export type ServiceAccount = {
  /** The address that people share their sheets with. */
  email: string;
  privateKey: KeyObject;
  keyId: string | undefined;
};

/** Of a Google key file. Its `token_uri` is not read: a token is asked for at GOOGLE_OAUTH_URL and nowhere else. */
const keyFile = z.object({
  type: z.literal('service_account'),
  client_email: z.email(),
  private_key: z.string().min(1),
  private_key_id: z.string().min(1).optional(),
});

const readSource = (value: string): string => {
  if (value.trimStart().startsWith('{')) return value;
  try {
    return readFileSync(value, 'utf8');
  } catch {
    // The system's own words name the path, which can be anything that was pasted, a key for example.
    throw new Error('the file cannot be read; give the JSON of the key, or the path of its file');
  }
};

const parseJson = (text: string): unknown => {
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    // The parser's message quotes the text.
    throw new Error('is not JSON');
  }
};

const readPrivateKey = (pem: string): KeyObject => {
  let key: KeyObject;
  try {
    // Line breaks of the key often come through an environment variable as a backslash and an n.
    key = createPrivateKey(pem.replaceAll(String.raw`\n`, '\n'));
  } catch {
    throw new Error('private_key is no private key in PEM form');
  }
  if (key.asymmetricKeyType !== 'rsa') throw new Error('private_key has to be an RSA key');
  return key;
};

/**
 * Reads the key of a service account: the JSON itself, or the path of a file with it.
 * @throws Error that says what is wrong without quoting anything of it
 */
export const readServiceAccount = (value: string): ServiceAccount => {
  const parsed = keyFile.safeParse(parseJson(readSource(value)));
  if (!parsed.success) {
    const fields = [...new Set(parsed.error.issues.map(({ path }) => path.join('.')))].filter(Boolean);
    throw new Error(`is no key of a service account${fields.length > 0 ? ` (${fields.join(', ')})` : ''}`);
  }
  const { client_email: email, private_key: pem, private_key_id: keyId } = parsed.data;
  return { email, privateKey: readPrivateKey(pem), keyId };
};
