import { createHmac } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import * as z from 'zod';
import { listLeads } from '#shared/contracts/leads.ts';
import { leadPages } from '#server/database/schema.ts';
import { metaDelivery, signMeta, signTikTok, tiktokDelivery } from '#server/modules/leads/testing/deliveries.ts';
import { sandboxCredentials } from '#testing/sandbox/sandbox.ts';
import { submitLead } from '#testing/sandbox/sandboxControl.ts';
import { waitUntil } from '#testing/waitUntil.ts';
import { ask } from '#testing/ask.ts';
import { findPlaces } from './testing/canaries/findPlaces.ts';
import { startOwnProduct } from './testing/startOwnProduct.ts';
import { newMemberAt } from './testing/strangers.ts';
import { target } from './testing/target.ts';

type Headers = Record<string, string | string[]>;

const nobody = { leadId: '500000000000000001', pageId: '799999999999999999', formId: '1' };
const deliveries = {
  meta: { body: metaDelivery([nobody]), header: 'x-hub-signature-256', prefix: 'sha256=', sign: signMeta },
  tiktok: { body: tiktokDelivery(nobody), header: 'x-open-signature', prefix: '', sign: signTikTok },
} as const;

const post = (path: string, body: string, headers: Headers, url = target.url) =>
  ask(url, `/webhooks/${path}`, { method: 'POST', headers: { 'Content-Type': 'application/json', ...headers }, body });

test.each(['meta', 'tiktok'] as const)(
  'T37 a delivery without a valid signature of %s is refused',
  async (platform) => {
    const { body, header, prefix, sign } = deliveries[platform];
    const right = sign(body)[header] ?? '';
    const digest = right.slice(prefix.length);
    const { facebook, tiktok } = sandboxCredentials;
    const [{ appSecret }, others] = platform === 'meta' ? [facebook, tiktok] : [tiktok, facebook];
    const hmac = (algorithm: string, text = body) => createHmac(algorithm, appSecret).update(text);
    const forgeries: Record<string, Headers> = {
      'no header': {},
      'an empty signature': { [header]: '' },
      'only the prefix': { [header]: prefix || 'sha256=' },
      'SHA-1 under its own name': { 'x-hub-signature': `sha1=${hmac('sha1').digest('hex')}` },
      'SHA-1 in place of SHA-256': { [header]: `sha1=${hmac('sha1').digest('hex')}` },
      'SHA-512': { [header]: `${prefix}${hmac('sha512').digest('hex')}` },
      'another secret': sign(body, 'another secret'),
      'an empty secret': sign(body, ''),
      'the secret of the other platform': sign(body, others.appSecret),
      'one byte more in the body': sign(`${body} `),
      'one digit less': { [header]: right.slice(0, -1) },
      'one digit more': { [header]: `${right}0` },
      'another digit': { [header]: `${right.slice(0, -1)}${right.endsWith('0') ? '1' : '0'}` },
      base64: { [header]: prefix + hmac('sha256').digest('base64') },
      'a plus sign before the digest': { [header]: `${prefix}+${digest}` },
      'two headers, the wrong one first': { [header]: [`${prefix}${'0'.repeat(64)}`, right] },
      'two headers, the right one first': { [header]: [right, `${prefix}${'0'.repeat(64)}`] },
      'a digest without its algorithm, or with one too many': { [header]: prefix ? digest : `sha256=${digest}` },
    };
    for (const [forgery, headers] of Object.entries(forgeries)) {
      const answer = await post(platform, body, headers);
      expect({ forgery, status: answer.status, body: JSON.parse(answer.body.toString()) }).toMatchObject({
        forgery,
        status: 401,
        body: { success: false, code: 'WEBHOOK_REFUSED' },
      });
    }
    // The case of the hex digits does not matter.
    for (const headers of [{ [header]: right }, { [header]: prefix + digest.toUpperCase() }])
      expect((await post(platform, body, headers)).status).toBe(200);
  },
);
const advertisers = z.object({ leads: z.array(z.object({ leadId: z.string(), advertiserId: z.string() })) });

test('T37 a delivery only names a lead, and only for connected Pages', async () => {
  const product = await startOwnProduct();
  onTestFinished(() => product.stop());
  const sandbox = { url: product.sandboxUrl };
  const member = await newMemberAt(product.webUrl, 'tiktok');
  await waitUntil(() => product.readStored(async ({ db }) => (await db.select().from(leadPages)).length > 0), {
    what: 'the page of the connection',
  });
  const { leadId, formId } = await submitLead(sandbox, {
    platform: 'tiktok',
    webhook: false,
    fields: { name: 'Grace Example' },
  });
  const { leads } = advertisers.parse(await (await fetch(`${sandbox.url}/control/tiktok/leads`)).json());
  const pageId = leads.find((lead) => lead.leadId === leadId)?.advertiserId ?? '';
  for (const lead of [nobody, { leadId, pageId, formId }]) {
    const forged = tiktokDelivery(lead).replace(
      '"changes":[]',
      '"changes":[{"field":"name","value":"Eve Example"},{"field":"email","value":"eve@example.test"}]',
    );
    expect((await post('tiktok', forged, signTikTok(forged), product.webUrl)).status).toBe(200);
  }
  const find = async () =>
    (await member.request(listLeads.tiktok, { query: { limit: '100' } })).body.data.find(
      (lead) => lead.leadId === leadId,
    );
  const stored = await waitUntil(find, { what: 'the lead' });
  expect(stored.field_data['full name']).toBe('Grace Example');
  // In all tables, including the queue's.
  const { known, ...forged } = await product.readStored(({ pool }) =>
    findPlaces(pool, {
      known: [leadId],
      ofNobody: [nobody.leadId, nobody.pageId],
      content: ['Eve Example', 'eve@example'],
    }),
  );
  expect(known).toContain('public.leads.lead_id');
  expect(forged).toEqual({ ofNobody: [], content: [] });
});
