import { SignJWT, UnsecuredJWT, decodeJwt, decodeProtectedHeader, exportJWK, generateKeyPair } from 'jose';
import type { JWTHeaderParameters, JWTPayload } from 'jose';
import { beforeAll, expect, test } from 'vitest';
import { messages } from '#shared/messages.ts';
import * as z from 'zod';
import { askCredential, showCredential } from './testing/googleCredentials.ts';
import { newMember } from './testing/strangers.ts';
import type { Member } from './testing/strangers.ts';
import { target } from './testing/target.ts';

const keySet = z.object({ keys: z.array(z.looseObject({ kid: z.string() })) });

const hour = 3600;
const own = await generateKeyPair('RS256', { extractable: true });
const ownCurve = await generateKeyPair('ES256');
const ownJwk = await exportJWK(own.publicKey);

let ada: Member;
let honest: string;
let payload: JWTPayload;
let kid: string;
let publishedKey: Record<string, unknown>;
beforeAll(async () => {
  ada = await newMember();
  honest = await askCredential({ email: ada.email });
  payload = decodeJwt(honest);
  kid = decodeProtectedHeader(honest).kid ?? '';
  const answer = await fetch(`${target.sandboxUrl}/oauth2/v3/certs`);
  publishedKey = keySet.parse(await answer.json()).keys.find((key) => key.kid === kid) ?? {};
});

const signOwn = (header: Partial<JWTHeaderParameters>, claims: JWTPayload = {}) =>
  new SignJWT({ ...payload, ...claims })
    .setProtectedHeader({ alg: 'RS256', kid, typ: 'JWT', ...header })
    .sign(own.privateKey);
const shared = (secret: string) =>
  new SignJWT(payload).setProtectedHeader({ alg: 'HS256', kid, typ: 'JWT' }).sign(Buffer.from(secret));
const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const parts = () => {
  const [header = '', body = '', signature = ''] = honest.split('.');
  return { header, body, signature };
};
const withBody = (claims: JWTPayload): string =>
  `${parts().header}.${encode({ ...payload, ...claims })}.${parts().signature}`;

const forgeries: Record<string, () => string | Promise<string>> = {
  'for another client, genuine': () => askCredential({ email: ada.email, audience: 'other.apps.example.test' }),
  'from another issuer': () => askCredential({ email: ada.email, issuer: 'https://accounts.example.test' }),
  'that has expired': () => askCredential({ email: ada.email, expiresInSeconds: -120 }),
  'that lives for weeks': () => askCredential({ email: ada.email, expiresInSeconds: 30 * 24 * hour }),
  'with an unverified address': () => askCredential({ email: ada.email, emailVerified: false }),
  'signed with an unpublished key': () => askCredential({ email: ada.email, key: 'unknown' }),
  "signed with another key under the published key's id": () => askCredential({ email: ada.email, key: 'wrong' }),
  'without a signature': () => new UnsecuredJWT(payload).encode(),
  'without a signature, in another spelling': () => `${encode({ alg: 'nOnE', typ: 'JWT' })}.${parts().body}.`,
  'with its signature removed': () => `${parts().header}.${parts().body}.`,
  'signed with the public key as a shared secret': () => shared(JSON.stringify(publishedKey)),
  'signed with an empty secret': () => shared('\0'),
  'that brings its own key': () => signOwn({ jwk: ownJwk }),
  'that links to its key': () => signOwn({ jku: `${target.sandboxUrl}/keys`, x5u: `${target.sandboxUrl}/keys` }),
  'whose key id is a path': () => signOwn({ kid: '../../../dev/null' }),
  'with another kind of key': () =>
    new SignJWT(payload).setProtectedHeader({ alg: 'ES256', kid, typ: 'JWT' }).sign(ownCurve.privateKey),
  'with an unknown extension': () =>
    `${encode({ alg: 'RS256', kid, crit: ['leniency'], leniency: true })}.${parts().body}.${parts().signature}`,
  'changed to another person': () => withBody({ sub: '1', email: 'other@example.test' }),
  'changed to live longer': () => withBody({ exp: Math.floor(Date.now() / 1000) + 10 * hour }),
  'changed to several clients': () => withBody({ aud: ['other', String(payload.aud)] }),
  'that is an access token': () => 'ya29.a0AfB_not-a-token',
  'that is empty': () => '..',
};

test.each(Object.entries(forgeries))('T13 a credential %s signs nobody in', async (_name, forge) => {
  expect(await showCredential(await forge())).toEqual({
    status: 401,
    body: { success: false, message: messages.auth.googleRefused, code: 'GOOGLE_TOKEN_REFUSED' },
  });
});

test('T13 a person is identified by the subject, never by the address', async () => {
  const grace = { sub: `9${Date.now()}0001`, email: `grace-${Date.now()}@example.test` };
  const first = await showCredential(await askCredential(grace));
  // At Google, her address now belongs to another person, and she has a new one.
  const moved = await showCredential(await askCredential({ ...grace, email: `new-${grace.email}` }));
  expect([first.status, moved.status, moved.body.data._id]).toEqual([200, 200, first.body.data._id]);
  // The credential that the forgeries are based on is valid.
  expect((await showCredential(honest)).body.data._id).toBe(ada.userId);
});
