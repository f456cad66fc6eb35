import { sandboxCredentials } from '../../credentials.ts';
import { createSigningKey } from '../identity/signingKey.ts';
import type { SigningKey } from '../identity/signingKey.ts';

let processKey: SigningKey | undefined;

/** The key pair of the sandbox's service account. Created on first use, it survives a reset. */
export const serviceAccountKey = (): SigningKey => {
  processKey ??= createSigningKey();
  return processKey;
};

/** The key file in the format of a Google Cloud project, on one line. */
export const serviceAccountKeyFile = (url: string): string => {
  const { keyId, privateKey } = serviceAccountKey();
  return JSON.stringify({
    type: 'service_account',
    project_id: 'leadlight-sandbox',
    private_key_id: keyId,
    private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
    client_email: sandboxCredentials.google.serviceAccount,
    token_uri: `${url}/token`,
  });
};
