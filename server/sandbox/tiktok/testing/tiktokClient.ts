import * as z from 'zod';
import { sandboxCredentials } from '../../credentials.ts';
import { redirectOf, submitConsent } from '#testing/api/submitConsent.ts';
import type { ConsentAnswer } from '#testing/api/submitConsent.ts';

export const redirectUri = 'http://localhost:3000/auth/tiktok/callback';

const { appId, appSecret } = sandboxCredentials.tiktok;
/** Credentials of the app's own calls. */
export const testApp = { app_id: appId, secret: appSecret };

/** Checks the envelope strictly, but not its data. */
const envelope = z.strictObject({
  code: z.number(),
  message: z.string(),
  request_id: z.string().regex(/^\d{14}[0-9A-F]+$/),
  data: z.looseObject({
    access_token: z.string().optional(),
    advertiser_ids: z.array(z.string()).optional(),
    list: z.array(z.record(z.string(), z.unknown())).optional(),
    page_info: z.record(z.string(), z.number()).optional(),
  }),
});
export type Envelope = z.infer<typeof envelope>;

/** Reads a response. Throws unless it is HTTP 200 with an envelope, which TikTok also uses for refusals. */
const readEnvelope = async (response: Response): Promise<Envelope> => {
  if (response.status !== 200) throw new Error(`HTTP ${response.status}: ${await response.text()}`);
  return envelope.parse(await response.json());
};

export type TikTokSession = { accessToken: string; advertisers: string[] };

/** Test client for the TikTok of a running sandbox. */
export const createTikTokClient = (url: string) => {
  const base = `${url}/open_api/v1.3`;

  return {
    authAddress(more: Record<string, string> = {}): string {
      const parameters = { app_id: testApp.app_id, state: 'state-1', redirect_uri: redirectUri, ...more };
      return `${url}/portal/auth?${new URLSearchParams(parameters).toString()}`;
    },

    /** Sends parameters other than text as JSON, and omits undefined ones. */
    async get(path: string, parameters: Record<string, unknown>, accessToken: string): Promise<Envelope> {
      const query = new URLSearchParams(
        Object.entries(parameters)
          .filter(([, value]) => value !== undefined)
          .map(([name, value]): [string, string] => [name, typeof value === 'string' ? value : JSON.stringify(value)]),
      );
      const headers: Record<string, string> = accessToken ? { 'Access-Token': accessToken } : {};
      return readEnvelope(await fetch(`${base}${path}?${query.toString()}`, { headers }));
    },

    async post(path: string, body: unknown, more: Record<string, string> = {}): Promise<Envelope> {
      const headers = { 'Content-Type': 'application/json', ...more };
      return readEnvelope(await fetch(base + path, { method: 'POST', headers, body: JSON.stringify(body) }));
    },

    /** The code of a consent with all boxes ticked except the given ones. */
    async authorize(untick: ConsentAnswer['untick'] = []): Promise<string> {
      const target = redirectOf(await submitConsent(this.authAddress(), { button: 'Allow', untick }));
      return target.searchParams.get('auth_code') ?? '';
    },

    async signIn(untick: ConsentAnswer['untick'] = []): Promise<TikTokSession> {
      const { data } = await this.post('/oauth2/access_token/', {
        ...testApp,
        auth_code: await this.authorize(untick),
      });
      return { accessToken: data.access_token ?? '', advertisers: data.advertiser_ids ?? [] };
    },
  };
};

export type TikTokClient = ReturnType<typeof createTikTokClient>;
