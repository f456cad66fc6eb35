import { generateKeyPairSync } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { parseEnv } from './env.ts';
import { faultsOf } from './testing/faultsOf.ts';

const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ type: 'pkcs8', format: 'pem' });
const keyFile = {
  type: 'service_account',
  client_email: 'leads@project.iam.gserviceaccount.test',
  private_key_id: 'key-1',
  private_key: String(rsa),
};

const faultsOfKey = (value: string) => faultsOf({ GOOGLE_SERVICE_ACCOUNT: value, PORT: '70000' });

test('the key can be JSON, JSON with escaped line breaks, or the path of a file', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'll-key-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const path = join(folder, 'key.json');
  await writeFile(path, JSON.stringify(keyFile));
  const escaped = { ...keyFile, private_key: keyFile.private_key.replaceAll('\n', String.raw`\n`) };
  for (const value of [JSON.stringify(keyFile), JSON.stringify(escaped), path]) {
    const account = parseEnv({ GOOGLE_SERVICE_ACCOUNT: value }).GOOGLE_SERVICE_ACCOUNT;
    expect(account).toMatchObject({ email: keyFile.client_email, keyId: 'key-1' });
    expect(account?.privateKey.export({ type: 'pkcs8', format: 'pem' })).toBe(rsa);
  }
});

test('a faulty key is reported with the other faults of the environment, without quoting the key', () => {
  const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ type: 'pkcs8', format: 'pem' });
  const secret = 'never-shown-0123456789';
  const values = [
    `/nowhere/${secret}.json`,
    `{ "private_key": "${secret}"`,
    JSON.stringify({ private_key: secret, client_email: secret }),
    JSON.stringify({ ...keyFile, private_key: secret }),
    JSON.stringify({ ...keyFile, private_key: String(ec) }),
  ];
  for (const value of values) {
    const faults = faultsOfKey(value);
    expect(faults).toHaveLength(2);
    const [fault = ''] = faults.filter((each) => each.startsWith('GOOGLE_SERVICE_ACCOUNT: '));
    expect(fault.length).toBeGreaterThan(30);
    expect(faults.join('\n')).not.toContain(secret);
  }
});
