import * as z from 'zod';
import { sandboxCredentials } from '../../credentials.ts';
import { redirectOf, submitConsent } from '#testing/api/submitConsent.ts';
import type { ConsentAnswer } from '#testing/api/submitConsent.ts';

export const redirectUri = 'http://localhost:3000/auth/facebook/callback';

/** All permissions that the product requests. */
export const scope =
  'ads_read,pages_show_list,pages_read_engagement,leads_retrieval,pages_manage_ads,pages_manage_metadata,business_management';

const testApp = { client_id: sandboxCredentials.facebook.appId, client_secret: sandboxCredentials.facebook.appSecret };

/** A Graph response. Keeps unknown keys, so that tests compare every key. */
const graphBody = z.looseObject({
  access_token: z.string().optional(),
  expires_in: z.number().optional(),
  data: z.union([z.array(z.record(z.string(), z.unknown())), z.record(z.string(), z.unknown())]).optional(),
  paging: z
    .object({
      cursors: z.object({ before: z.string(), after: z.string() }),
      next: z.string().optional(),
      previous: z.string().optional(),
    })
    .optional(),
  error: z.looseObject({ code: z.number() }).optional(),
});

/** Reads the body of a response. `rows` is its `data` if that is a list. */
export const readGraph = async (response: Response) => {
  const body = graphBody.parse(await response.json());
  return { response, body, rows: Array.isArray(body.data) ? body.data : [] };
};

/** Test client for the Graph of a running sandbox. */
export const createGraphClient = (url: string) => {
  const address = (path: string, parameters: Record<string, string>): string =>
    `${url}/v26.0${path}?${new URLSearchParams(parameters).toString()}`;

  return {
    dialogAddress: (parameters: Record<string, string> = {}): string =>
      address('/dialog/oauth', {
        client_id: testApp.client_id,
        redirect_uri: redirectUri,
        state: 'state-1',
        scope: scope,
        ...parameters,
      }),

    async get(path: string, parameters: Record<string, string> = {}) {
      return readGraph(await fetch(address(path, parameters)));
    },

    /** A writing call, with its parameters as form fields. */
    async send(method: 'POST' | 'DELETE', path: string, parameters: Record<string, string>) {
      return readGraph(await fetch(address(path, {}), { method, body: new URLSearchParams(parameters) }));
    },

    async exchange(parameters: Record<string, string>) {
      return this.get('/oauth/access_token', { ...testApp, ...parameters });
    },

    /** The code of a consent with all boxes ticked except the given ones. */
    async consent(untick: ConsentAnswer['untick'] = []): Promise<string> {
      const target = redirectOf(await submitConsent(this.dialogAddress(), { button: 'Allow', untick }));
      return target.searchParams.get('code') ?? '';
    },

    /** Runs the whole flow. @returns a long-lived token */
    async signIn(untick: ConsentAnswer['untick'] = []): Promise<string> {
      const short = await this.exchange({ code: await this.consent(untick), redirect_uri: redirectUri });
      const long = await this.exchange({
        grant_type: 'fb_exchange_token',
        fb_exchange_token: short.body.access_token ?? '',
      });
      if (!long.body.access_token) throw new Error(`No token: ${JSON.stringify(long.body)}`);
      return long.body.access_token;
    },

    /** The first Page with its token. */
    async firstPage(accessToken: string): Promise<{ id: string; token: string }> {
      const { rows } = await this.get('/me/accounts', { access_token: accessToken });
      return { id: String(rows[0]?.id), token: String(rows[0]?.access_token) };
    },

    async accountIds(accessToken: string): Promise<string[]> {
      const { rows } = await this.get('/me/adaccounts', { access_token: accessToken, limit: '200' });
      return rows.map((account) => String(account.id));
    },
  };
};
