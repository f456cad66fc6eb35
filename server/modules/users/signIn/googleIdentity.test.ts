import { createServer } from 'node:http';
import { SignJWT, UnsecuredJWT, exportJWK, generateKeyPair } from 'jose';
import type { JWTHeaderParameters, JWTPayload } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { AppError } from '#server/lib/failures/errors.ts';
import { listen } from '#server/lib/http/listen.ts';
import { createVerifyGoogleCredential } from './googleIdentity.ts';
import type { VerifyGoogleCredential } from './googleIdentity.ts';

const clientId = 'leadlight.apps.example.test';
const now = new Date('2026-11-21T12:00:00Z');
const clock = { now: () => now };
const nowSeconds = now.getTime() / 1000;

const published = await generateKeyPair('RS256', { extractable: true });
const publishedJwk = { ...(await exportJWK(published.publicKey)), kid: 'first', alg: 'RS256', use: 'sig' };

let jwksUrl: string;
let verify: VerifyGoogleCredential;
const server = createServer((request, response) => {
  response.statusCode = request.url === '/certs' ? 200 : 503;
  response.end(request.url === '/certs' ? JSON.stringify({ keys: [publishedJwk] }) : 'down');
});

beforeAll(async () => {
  jwksUrl = `http://127.0.0.1:${await listen(server, '127.0.0.1', 0)}/certs`;
  verify = createVerifyGoogleCredential({ clientId, jwksUrl, clock });
});

afterAll(async () => {
  await new Promise((resolve) => {
    server.close(resolve);
    server.closeAllConnections();
  });
});

const honest: JWTPayload = {
  iss: 'https://accounts.google.com',
  aud: clientId,
  sub: '104555111222333444555',
  email: 'Ada@Example.test',
  email_verified: true,
  name: 'Ada Example',
  iat: nowSeconds - 10,
  nbf: nowSeconds - 310,
  exp: nowSeconds + 3590,
};

const sign = (changes: JWTPayload = {}) =>
  new SignJWT({ ...honest, ...changes })
    .setProtectedHeader({ alg: 'RS256', kid: 'first', typ: 'JWT' })
    .sign(published.privateKey);

const own = await generateKeyPair('RS256', { extractable: true });
const ownJwk = await exportJWK(own.publicKey);
const ownCurve = await generateKeyPair('ES256');
const signOwn = (header: Partial<JWTHeaderParameters>) =>
  new SignJWT(honest).setProtectedHeader({ alg: 'RS256', kid: 'first', typ: 'JWT', ...header }).sign(own.privateKey);

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const unsigned = (header: object, signature = ''): string => `${encode(header)}.${encode(honest)}.${signature}`;

const refusalOf = async (credential: string): Promise<AppError> => {
  const failure = await verify(credential).then(
    () => null,
    (error: unknown) => error,
  );
  if (!(failure instanceof AppError)) throw new Error(`a refusal was expected, got ${String(failure)}`);
  return failure;
};

describe('a Google credential', () => {
  test('that is valid identifies the person', async () => {
    expect(await verify(await sign())).toEqual({
      identity: { issuer: 'https://accounts.google.com', subject: '104555111222333444555' },
      email: 'ada@example.test',
      name: 'Ada Example',
    });
  });

  test('has the same identity if the issuer has no scheme', async () => {
    const { identity } = await verify(await sign({ iss: 'accounts.google.com' }));
    expect(identity.issuer).toBe('https://accounts.google.com');
  });

  test('is accepted within a minute of clock difference', async () => {
    await expect(verify(await sign({ exp: nowSeconds - 50 }))).resolves.toBeDefined();
    await expect(verify(await sign({ nbf: nowSeconds + 50, iat: nowSeconds + 50 }))).resolves.toBeDefined();
  });

  test.each<[string, string | undefined, string]>([
    ['is missing', undefined, 'Ada'],
    ['is blank', '   ', 'Ada'],
    ['holds control characters', 'Ada\r\nBcc: x\u0000', 'Ada Bcc: x'],
    ['is endless', 'a'.repeat(500), 'a'.repeat(100)],
  ])('whose name %s yields a valid name', async (_case, name, expected) => {
    expect((await verify(await sign({ name }))).name).toBe(expected);
  });

  test.each<[string, () => Promise<string> | string]>([
    ['of another issuer', () => sign({ iss: 'https://accounts.google.com.example.test' })],
    ['that has expired', () => sign({ exp: nowSeconds - 61 })],
    ['that is not valid yet', () => sign({ nbf: nowSeconds + 61 })],
    ['from the future', () => sign({ iat: nowSeconds + 3600 })],
    ['without an end', () => sign({ exp: undefined })],
    ['that lives for weeks', () => sign({ exp: nowSeconds + 30 * 86_400 })],
    ['that says "true" as text', () => sign({ email_verified: 'true' })],
    ['without email_verified', () => sign({ email_verified: undefined })],
    ['with an invalid address', () => sign({ email: 'ada' })],
    ['without a subject', () => sign({ sub: undefined })],
    ['with an empty subject', () => sign({ sub: '' })],
    ['without a signature', () => new UnsecuredJWT(honest).encode()],
    [
      'signed with the public key as a shared secret',
      () =>
        new SignJWT(honest)
          .setProtectedHeader({ alg: 'HS256', kid: 'first' })
          .sign(Buffer.from(JSON.stringify(publishedJwk))),
    ],
    [
      'with a changed payload',
      async () =>
        (await sign()).replace(
          /\.[^.]+\./,
          `.${Buffer.from(JSON.stringify({ ...honest, sub: '1' })).toString('base64url')}.`,
        ),
    ],
    ['without a signature, in another spelling', () => unsigned({ alg: 'nOnE', typ: 'JWT' })],
    ['whose signature was removed', async () => (await sign()).replace(/[^.]+$/, '')],
    [
      'signed with an empty secret',
      () => new SignJWT(honest).setProtectedHeader({ alg: 'HS256', kid: 'first' }).sign(Buffer.from('\0')),
    ],
    ['that contains its own key', () => signOwn({ jwk: ownJwk })],
    ['that links to its key', () => signOwn({ jku: jwksUrl, x5u: jwksUrl })],
    ['whose key id is a path', () => signOwn({ kid: '../../../dev/null' })],
    [
      'with another kind of key',
      () => new SignJWT(honest).setProtectedHeader({ alg: 'ES256', kid: 'first' }).sign(ownCurve.privateKey),
    ],
    [
      'with an unknown extension',
      () => unsigned({ alg: 'RS256', kid: 'first', crit: ['leniency'], leniency: true }, 'x'),
    ],
    ['that is not a token', () => 'ya29.not-a-jwt'],
    ['that is empty', () => '..'],
  ])('[S7.SOC.4] %s is refused', async (_case, forge) => {
    const refusal = await refusalOf(await forge());
    expect(refusal).toMatchObject({ status: 401, code: 'GOOGLE_TOKEN_REFUSED' });
    expect(String(refusal.cause)).not.toContain('104555111222333444555');
  });

  test('is not blamed when the keys are unavailable', async () => {
    const credential = await sign();
    const cut = createVerifyGoogleCredential({ clientId, jwksUrl: jwksUrl.replace('/certs', '/down'), clock });
    await expect(cut(credential)).rejects.toMatchObject({ status: 502, code: 'PLATFORM_FAILED' });
  });
});
