import { createPrivateKey } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
import * as z from 'zod';

/** The Google service account that reads private sheets, with its private key. */
export type ServiceAccount = {
  /** People share their sheets with this address. */
  email: string;
  privateKey: KeyObject;
  keyId: string | undefined;
};

/** The fields of a Google key file. `token_uri` is ignored: tokens are requested from GOOGLE_OAUTH_URL only. */
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
    // The system's message would quote the path, and a pasted key would count as one.
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
    // Environment variables often carry the key's line breaks as a backslash and an n.
    key = createPrivateKey(pem.replaceAll(String.raw`\n`, '\n'));
  } catch {
    throw new Error('private_key is not a private key in PEM format');
  }
  if (key.asymmetricKeyType !== 'rsa') throw new Error('private_key must be an RSA key');
  return key;
};

/**
 * Reads the key of a service account: the JSON itself, or the path of a file that contains it.
 * @throws Error that names the fault without quoting the key
 */
export const readServiceAccount = (value: string): ServiceAccount => {
  const parsed = keyFile.safeParse(parseJson(readSource(value)));
  if (!parsed.success) {
    const fields = [...new Set(parsed.error.issues.map(({ path }) => path.join('.')))].filter(Boolean);
    throw new Error(`is not a service account key${fields.length > 0 ? ` (${fields.join(', ')})` : ''}`);
  }
  const { client_email: email, private_key: pem, private_key_id: keyId } = parsed.data;
  return { email, privateKey: readPrivateKey(pem), keyId };
};
