import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A certificate for `localhost` that only the test trusts. */
export const createCertificate = (folder: string): { certificate: string; key: string; trusted: Buffer } => {
  const certificate = join(folder, 'certificate.pem');
  const key = join(folder, 'key.pem');
  const options =
    'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -noenc -days 1 -subj /CN=localhost -addext subjectAltName=DNS:localhost';
  execFileSync('openssl', [...options.split(' '), '-keyout', key, '-out', certificate], { stdio: 'ignore' });
  return { certificate, key, trusted: readFileSync(certificate) };
};
