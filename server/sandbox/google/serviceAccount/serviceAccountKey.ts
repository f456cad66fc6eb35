import { sandboxCredentials } from '../../credentials.ts';
import { createSigningKey } from '../identity/signingKey.ts';
import type { SigningKey } from '../identity/signingKey.ts';

let processKey: SigningKey | undefined;

/** The key pair of the sandbox's service account; made when it is first asked for, it outlives a reset. */
export const serviceAccountKey = (): SigningKey => {
  processKey ??= createSigningKey();
  return processKey;
};

/** The key file as a Google Cloud project hands it out, on one line. */
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
