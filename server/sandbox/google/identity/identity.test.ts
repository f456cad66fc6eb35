import { createRemoteJWKSet, decodeJwt, jwtVerify } from 'jose';
import * as z from 'zod';
import { afterAll, expect, test } from 'vitest';
import { sandboxCredentials } from '../../credentials.ts';
import { startSandbox } from '../../startSandbox.ts';
import { callJson, grantAccess } from '../googleTestClient.ts';

const sandbox = await startSandbox({ port: 0 });
afterAll(() => sandbox.close());

const audience = sandboxCredentials.google.clientId;
const issuer = 'https://accounts.google.com';

const credentialOf = async (claims: object): Promise<string> => {
  const answer = await callJson(`${sandbox.url}/control/google/id-token`, { method: 'POST', body: claims });
  return z.object({ credential: z.string() }).parse(answer.body).credential;
};

const verify = (token: string) =>
  jwtVerify(token, createRemoteJWKSet(new URL(sandbox.environment.GOOGLE_JWKS_URL ?? '')), { audience, issuer });

test('tokens verify against the published keys, and a person keeps their account number', async () => {
  const first = await verify(await credentialOf({ email: 'ada@gmail.com', name: 'Ada Example', nonce: 'n-1' }));
  expect(first.payload).toMatchObject({
    email: 'ada@gmail.com',
    email_verified: true,
    name: 'Ada Example',
    given_name: 'Ada',
    family_name: 'Example',
    nonce: 'n-1',
    azp: audience,
  });
  const second = await verify(await credentialOf({ email: 'Ada@gmail.com' }));
  expect(second.payload.sub).toBe(first.payload.sub);
  const { id_token: idToken = '' } = await grantAccess(sandbox.url);
  expect((await verify(idToken)).payload.email).toBe('sam.sandbox@gmail.com');
});

test.each([
  ['another audience', { audience: 'other' }, 'ERR_JWT_CLAIM_VALIDATION_FAILED'],
  ['another issuer', { issuer: 'https://evil.example.test' }, 'ERR_JWT_CLAIM_VALIDATION_FAILED'],
  ['an end in the past', { expiresInSeconds: -600 }, 'ERR_JWT_EXPIRED'],
  ['an unpublished key', { key: 'unknown' }, 'ERR_JWKS_NO_MATCHING_KEY'],
  ['a signature of another key', { key: 'wrong' }, 'ERR_JWS_SIGNATURE_VERIFICATION_FAILED'],
])('a forged token with %s does not verify', async (_name, claims, code) => {
  await expect(verify(await credentialOf(claims))).rejects.toMatchObject({ code });
});

test('claims can be omitted or changed', async () => {
  const token = await credentialOf({ email: null, sub: '42', hostedDomain: 'example.test' });
  const payload = decodeJwt(token);
  expect(payload).toMatchObject({ sub: '42', hd: 'example.test' });
  expect(payload).not.toHaveProperty('email');
  expect(decodeJwt(await credentialOf({ emailVerified: false })).email_verified).toBe(false);
});

test('the sign-in window sends the credential only to the requesting origin on this machine', async () => {
  const form = {
    client_id: audience,
    origin: 'http://localhost:3000',
    nonce: 'n-2',
    email: 'ben@gmail.com',
    name: 'Ben Example',
  };
  const select = (change: Record<string, string> = {}) =>
    fetch(`${sandbox.url}/gsi/select`, { method: 'POST', body: new URLSearchParams({ ...form, ...change }) });
  const page = await (await select()).text();
  const [, credential = '', origin] = /data-credential="([^"]+)" data-origin="([^"]+)"/.exec(page) ?? [];
  expect(origin).toBe('http://localhost:3000');
  expect((await verify(credential)).payload).toMatchObject({ email: 'ben@gmail.com', nonce: 'n-2' });
  expect((await select({ origin: 'https://evil.example.test' })).status).toBe(400);
  expect((await select({ email: 'no address' })).status).toBe(400);
});

test('the script works with a strict content security policy', async () => {
  const script = await (await fetch(sandbox.environment.GOOGLE_SIGNIN_SCRIPT_URL ?? '')).text();
  expect(script).toContain('google.accounts.id');
  expect(script).not.toMatch(/innerHTML|\beval\(|new Function|createElement\('style'\)/);
});
