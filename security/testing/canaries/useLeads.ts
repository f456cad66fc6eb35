import { listAdAccounts } from '#shared/contracts/adAccounts.ts';
import { fetchGoogleSheet, listCustomLeads, saveCustomLeads } from '#shared/contracts/customLeads.ts';
import { exportGoogleSheet, exportList, listExports } from '#shared/contracts/exports.ts';
import { facebookInsights, googleCampaigns, tiktokCampaigns } from '#shared/contracts/insights.ts';
import { listFacebookLeads, listLeads } from '#shared/contracts/leads.ts';
import { createSheetSync } from '#shared/contracts/sheetSyncs.ts';
import { platformIds } from '#shared/platforms.ts';
import type { PlatformId } from '#shared/platforms.ts';
import { connectPlatform, passConsent } from '#testing/api/connectPlatform.ts';
import { putSheet, submitLead } from '#testing/sandbox/sandboxControl.ts';
import { exportedRow, formLead, importedLead, sent, sheetId, sheetLead, stranger } from './marks.ts';
import { rowOf, waitFor } from './visit.ts';
import type { Visit } from './visit.ts';

const asJson = { 'content-type': 'application/json' };
const since = new Date(Date.now() - 3 * 86_400_000).toISOString().slice(0, 10);
const until = new Date().toISOString().slice(0, 10);

/** Runs successful, refused and forged consents. */
export const useConsent = async ({ ask, call, me, refusals, site }: Visit): Promise<void> => {
  for (const id of platformIds) {
    await connectPlatform({ url: site.url, request: call }, me, id);
    const { html } = await passConsent(site, { platform: id, userId: me.userId, answer: { button: 'Deny' } });
    refusals.push(html);
    const forged = new URLSearchParams({ code: sent.code, auth_code: sent.code, state: sent.state });
    await ask(`/auth/${id}/callback?${forged}`);
    await ask(
      `/auth/${id}/callback?${new URLSearchParams({ error: 'x', error_description: stranger.text, state: sent.state })}`,
    );
    await ask(`/auth/${id}?userId=${stranger.text}`);
  }
};

/** Receives, searches, imports and syncs leads. @returns the id of a synced sheet */
export const useLeads = async ({ ask, call, me, sandbox }: Visit): Promise<string> => {
  const { name, email, phone, answer } = formLead;
  await submitLead(sandbox, {
    platform: 'facebook',
    fields: { full_name: name, email, phone_number: phone, 'which_model?': [answer] },
  });
  await submitLead(sandbox, { platform: 'tiktok', fields: { name, email, phone_number: phone } });
  for (const list of [listLeads.facebook, listLeads.tiktok])
    await waitFor(
      `a lead of ${list.path}`,
      async () => (await call(list, { token: me.token, query: { search: email } })).body.totalItems === 1,
    );
  await call(listFacebookLeads, { token: me.token });
  for (const path of ['/webhooks/meta', '/webhooks/tiktok'])
    await ask(path, {
      method: 'POST',
      headers: { ...asJson, 'x-hub-signature-256': `sha256=${sent.header}` },
      body: JSON.stringify({ object: 'page', entry: [{ id: stranger.text }], content: stranger.email }),
    });
  await ask(`/webhooks/meta?hub.mode=subscribe&hub.challenge=1&hub.verify_token=${sent.header}`);

  await call(saveCustomLeads, { token: me.token, body: { leads: [{ id: 'l1', ...rowOf(importedLead) }] } });
  await call(saveCustomLeads, { token: me.token, body: { leads: [stranger.text] } });
  await waitFor(
    'the imported lead',
    async () =>
      (await call(listCustomLeads, { token: me.token, query: { search: importedLead.email } })).body.totalItems === 1,
  );

  const rows = [['Name', 'Email Address', 'Number', 'Project'], Object.values(rowOf(sheetLead)), [sheetLead.answer]];
  const address = await putSheet(sandbox, sheetId, { rows, shared: 'public' });
  await call(fetchGoogleSheet, { token: me.token, query: { url: address } });
  await call(fetchGoogleSheet, { token: me.token, query: { url: `https://elsewhere.example/${stranger.text}` } });
  const { body } = await call(createSheetSync, { token: me.token, body: { url: address, type: 'meta' } });
  return body.data._id;
};

export const readFigures = async ({ call, me }: Visit): Promise<void> => {
  const { token } = me;
  const idsOf = async (id: PlatformId) =>
    ((await call(listAdAccounts[id], { token })).body.accounts ?? []).map((each) => each.id).slice(0, 1);
  const ids = { google: await idsOf('google'), facebook: await idsOf('facebook'), tiktok: await idsOf('tiktok') };
  await call(googleCampaigns, { token, body: { startDate: since, endDate: until, customerIds: ids.google } });
  await call(facebookInsights, { token, body: { since, until, ad_account_ids: ids.facebook } });
  await call(tiktokCampaigns, { token, body: { start_date: since, end_date: until, advertiser_ids: ids.tiktok } });
};

export const exportAll = async ({ call, me }: Visit): Promise<void> => {
  const { token } = me;
  await call(exportGoogleSheet, { token, body: { data: [rowOf(exportedRow)] } });
  await call(exportList, { token, body: { list: 'facebook', search: formLead.email } });
  const isOver = async () =>
    (await call(listExports, { token })).body.data.every(({ state }) => state === 'complete' || state === 'failed');
  await waitFor('the end of the exports', isOver);
};
