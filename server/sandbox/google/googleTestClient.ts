import { createHash } from 'node:crypto';
import * as z from 'zod';
import { sandboxCredentials } from '../credentials.ts';

/** Test client that uses the simulated Google over HTTP like a browser and a product. */

const testRedirect = 'http://localhost:3000/auth/google/callback';
const testVerifier = 'sandbox-test-verifier-0123456789-abcdefghijklmnop';

const allScopes = 'openid email https://www.googleapis.com/auth/adwords https://www.googleapis.com/auth/drive.file';

const tokensSchema = z.object({
  access_token: z.string(),
  refresh_token: z.string().optional(),
  expires_in: z.number(),
  scope: z.string(),
  id_token: z.string().optional(),
});

export type GoogleTokens = z.output<typeof tokensSchema>;

export type ConsentOptions = {
  scope?: string;
  /** Scopes that stay ticked; all by default. */
  ticked?: readonly string[];
  decision?: 'allow' | 'deny';
  /** Cookie of an earlier consent in the same browser. */
  cookie?: string;
  /** Overrides or adds request parameters; undefined omits a parameter. */
  parameters?: Record<string, string | undefined>;
};

export const consentAddress = (url: string, { scope = allScopes, parameters = {} }: ConsentOptions = {}): string => {
  const address = new URL('/o/oauth2/v2/auth', url);
  const all: Record<string, string | undefined> = {
    client_id: sandboxCredentials.google.clientId,
    redirect_uri: testRedirect,
    response_type: 'code',
    scope,
    access_type: 'offline',
    prompt: 'consent',
    state: 'state-1',
    code_challenge: createHash('sha256').update(testVerifier).digest('base64url'),
    code_challenge_method: 'S256',
    ...parameters,
  };
  for (const [name, value] of Object.entries(all)) if (value !== undefined) address.searchParams.set(name, value);
  return address.href;
};

/** Opens the consent page and submits its form. @returns the redirect and the browser's cookie */
export const consent = async (
  url: string,
  options: ConsentOptions = {},
): Promise<{ location: URL; cookie: string }> => {
  const page = await fetch(consentAddress(url, options), { headers: options.cookie ? { cookie: options.cookie } : {} });
  const markup = await page.text();
  if (!page.ok) throw new Error(`The consent page answered ${page.status}: ${markup}`);
  const cookie = page.headers.get('set-cookie')?.split(';', 1)[0] ?? options.cookie ?? '';
  const form = new URLSearchParams({ decision: options.decision ?? 'allow' });
  for (const [, type, name = '', value = ''] of markup.matchAll(
    /<input type="(\w+)" name="([^"]+)" value="([^"]*)"/g,
  )) {
    const decoded = value.replaceAll('&amp;', '&');
    if (type === 'hidden' || !options.ticked || options.ticked.includes(decoded)) form.append(name, decoded);
  }
  const answer = await fetch(new URL('/o/oauth2/v2/auth', url), {
    method: 'POST',
    body: form,
    headers: { cookie },
    redirect: 'manual',
  });
  return { location: new URL(answer.headers.get('location') ?? ''), cookie };
};

/** Calls the token endpoint with the sandbox's client. */
export const postToken = (url: string, form: Record<string, string>): Promise<Response> => {
  const { clientId, clientSecret } = sandboxCredentials.google;
  return fetch(new URL('/token', url), {
    method: 'POST',
    body: new URLSearchParams({ client_id: clientId, client_secret: clientSecret, ...form }),
  });
};

export const exchangeForm = (code: string): Record<string, string> => ({
  grant_type: 'authorization_code',
  code,
  redirect_uri: testRedirect,
  code_verifier: testVerifier,
});

/** Does consent, redirect and exchange. */
export const grantAccess = async (url: string, options: ConsentOptions = {}): Promise<GoogleTokens> => {
  const { location } = await consent(url, options);
  const answer = await postToken(url, exchangeForm(location.searchParams.get('code') ?? ''));
  return tokensSchema.parse(await answer.json());
};

export type JsonAnswer = { status: number; body: unknown; headers: Headers };

/** A JSON call with a bearer token. */
export const callJson = async (
  address: string,
  {
    token,
    method = 'GET',
    body,
    headers = {},
  }: {
    token?: string;
    method?: string;
    body?: unknown;
    headers?: Record<string, string>;
  } = {},
): Promise<JsonAnswer> => {
  const answer = await fetch(address, {
    method,
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  const text = await answer.text();
  const parsed: unknown = text === '' ? undefined : JSON.parse(text);
  return { status: answer.status, body: parsed, headers: answer.headers };
};
