import { expect, test } from 'vitest';
import * as z from 'zod';
import { listLeads } from '#shared/contracts/leads.ts';
import { signTikTok, tiktokDelivery } from '#server/modules/leads/testing/deliveries.ts';
import { submitLead } from '#testing/sandbox/sandboxControl.ts';
import { waitUntil } from '#testing/waitUntil.ts';
import { newMember } from './testing/strangers.ts';
import type { Member } from './testing/strangers.ts';
import { target } from './testing/target.ts';

type Platform = 'facebook' | 'tiktok';

const sandbox = { url: target.sandboxUrl };

const leadsOf = async (member: Member, platform: Platform) =>
  (await member.request(listLeads[platform], { query: { limit: '100' } })).body.data;

/** How often each lead is in the list. Other tests send leads to the same Page. */
const timesOf = async (member: Member, platform: Platform, leadIds: readonly string[]): Promise<number[]> => {
  const leads = await leadsOf(member, platform);
  return leadIds.map((leadId) => leads.filter((lead) => lead.leadId === leadId).length);
};

const awaitOnce = (member: Member, platform: Platform, leadIds: readonly string[]) =>
  waitUntil(async () => (await timesOf(member, platform, leadIds)).every((times) => times === 1), {
    what: `each of ${leadIds.length} leads once`,
  });

const sandboxLeads = z.object({
  leads: z.array(z.object({ leadId: z.string(), formId: z.string(), advertiserId: z.string(), createdAt: z.string() })),
});

test('T38 a replayed delivery, with its own or another time, changes nothing', async () => {
  const member = await newMember('tiktok');
  const { leadId } = await submitLead(sandbox, { platform: 'tiktok', webhook: false });
  const known = sandboxLeads.parse(await (await fetch(`${sandbox.url}/control/tiktok/leads`)).json());
  const lead = known.leads.find((each) => each.leadId === leadId);
  if (!lead) throw new Error('The sandbox does not know its lead');
  const genuine = tiktokDelivery({ leadId, pageId: lead.advertiserId, formId: lead.formId });
  const seconds = (date: string): string => String(Date.parse(date) / 1000);
  /** TikTok signs the time of the delivery and the time of the form. */
  const at = (time: string): string => genuine.replaceAll(/("(?:create_)?time"):\d+/g, `$1:${seconds(time)}`);
  const deliver = async (body: string): Promise<number> => {
    const headers = { 'content-type': 'application/json', ...signTikTok(body) };
    return (await fetch(`${target.url}/webhooks/tiktok`, { method: 'POST', headers, body })).status;
  };
  for (const body of [at('2036-01-01'), genuine, at('1999-01-01')]) expect(await deliver(body)).toBe(200);
  await awaitOnce(member, 'tiktok', [leadId]);
  const find = async () => (await leadsOf(member, 'tiktok')).find((each) => each.leadId === leadId);
  const stored = await find();
  expect(Date.parse(stored?.createdAt ?? '')).toBe(Date.parse(lead.createdAt));
  const replays = Array.from({ length: 10 }, (_, year) => at(`${2030 + year}-01-01`));
  expect(new Set(await Promise.all([...replays, genuine].map(deliver)))).toEqual(new Set([200]));
  const later = await submitLead(sandbox, { platform: 'tiktok' });
  await awaitOnce(member, 'tiktok', [leadId, later.leadId]);
  expect(await find()).toEqual(stored);
});
