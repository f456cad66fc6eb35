import { generateKeyPairSync } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { SignJWT } from 'jose';
import { afterAll, expect, test } from 'vitest';
import * as z from 'zod';
import { readServiceAccount } from '#server/config/serviceAccount.ts';
import { startSandbox } from '../../startSandbox.ts';
import { callJson } from '../googleTestClient.ts';
import { privateSheetId, sharedSheetId } from '../userSheets/userSheets.ts';

const sandbox = await startSandbox({ port: 0 });
afterAll(() => sandbox.close());

type Request = {
  key?: KeyObject;
  audience?: string;
  issuer?: string;
  scope?: string;
  lifetimeSeconds?: number;
  issuedIn?: number;
};

/** Requests a token as a service account. Omitted values are correct. */
const askForToken = async (request: Request = {}): Promise<{ status: number; body: Record<string, unknown> }> => {
  const account = readServiceAccount(sandbox.environment.GOOGLE_SERVICE_ACCOUNT ?? '');
  const issuedAt = Math.floor(Date.now() / 1000) + (request.issuedIn ?? 0);
  const assertion = await new SignJWT({
    scope: request.scope ?? 'https://www.googleapis.com/auth/spreadsheets.readonly',
  })
    .setProtectedHeader({ alg: 'RS256' })
    .setIssuer(request.issuer ?? account.email)
    .setAudience(request.audience ?? `${sandbox.url}/token`)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + (request.lifetimeSeconds ?? 3600))
    .sign(request.key ?? account.privateKey);
  const form = { grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion };
  const answer = await fetch(`${sandbox.url}/token`, { method: 'POST', body: new URLSearchParams(form) });
  return { status: answer.status, body: z.record(z.string(), z.unknown()).parse(await answer.json()) };
};

test('a signed request returns a token that can only read files shared with the account', async () => {
  const { status, body } = await askForToken();
  expect([status, body]).toEqual([200, { access_token: expect.any(String), expires_in: 3599, token_type: 'Bearer' }]);
  const token = String(body['access_token']);
  const read = (id: string) =>
    callJson(`${sandbox.url}/v4/spreadsheets/${id}?fields=sheets.properties.title`, { token });
  expect(await read(sharedSheetId)).toMatchObject({
    status: 200,
    body: { sheets: [{ properties: { title: 'Leads' } }] },
  });
  expect((await read(privateSheetId)).status).toBe(403);
  expect((await read('nobody-has-this-sheet-000')).status).toBe(404);

  const other = await askForToken({ scope: 'https://www.googleapis.com/auth/adwords' });
  const refused = await callJson(`${sandbox.url}/v4/spreadsheets/${sharedSheetId}`, {
    token: String(other.body['access_token']),
  });
  expect([refused.status, JSON.stringify(refused.body)]).toEqual([403, expect.stringContaining('SCOPE_INSUFFICIENT')]);
});

test.each([
  ['another key', { key: generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey }, 'Invalid JWT Signature.'],
  ['another audience', { audience: 'https://oauth2.googleapis.com/token' }, 'Invalid JWT: Failed audience check.'],
  ['another account', { issuer: 'someone@project.iam.gserviceaccount.test' }, 'Invalid grant: account not found'],
  ['more than an hour', { lifetimeSeconds: 3601 }, 'short-lived token'],
  ['a time that is over', { issuedIn: -7200 }, 'short-lived token'],
  ['a time to come', { issuedIn: 3600 }, 'short-lived token'],
])('%s is refused', async (_what, request, description) => {
  const { status, body } = await askForToken(request);
  expect([status, body['error'], body['error_description']]).toEqual([
    400,
    'invalid_grant',
    expect.stringContaining(description),
  ]);
});
