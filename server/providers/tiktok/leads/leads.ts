import { withRetry } from '#server/providers/calls/retry.ts';
import type { PlatformCall } from '#server/providers/calls/PlatformCall.ts';
import type { LeadSource } from '#server/providers/LeadSource.ts';
import { ProviderError } from '#server/providers/ProviderError.ts';
import { unreadableLeads } from '#server/providers/unreadableLeads.ts';
import type { TikTokApi } from '#server/providers/tiktok/api.ts';
import { exportLeads, exportOneByOne } from './leadExport.ts';
import { readExportFile } from './leadFile.ts';
import type { TikTokLeadApi } from './leadApi.ts';
import { toLeadForm, toLeads } from './leadTransform.ts';
import { readLeadWebhook } from './leadWebhook.ts';

/** TikTok: scopes of forms and their leads. The parent scope is not reported as granted with them. */
export const leadScopes = { forms: '680', leads: '12010100' } as const;

/** The lead forms of the person's ad accounts. */
export const createTikTokLeads = (api: TikTokApi, leadApi: TikTokLeadApi, appSecret: string): LeadSource => ({
  leadScopes: Object.values(leadScopes),

  async listPages(call) {
    const advertisers = await api.listAdvertisers(call);
    return advertisers.map(({ id, name }) => ({ id, name: name || id, accessToken: null }));
  },

  async listForms(call, page) {
    const forms = await leadApi.listForms(call, page.id);
    return forms.map(toLeadForm);
  },

  // TikTok: an export contains all leads of a form; it takes no date.
  async *readLeads(call, { page, form, seek }) {
    const order = { advertiserId: page.id, formId: form.id };
    const files = seek ? exportOneByOne(leadApi, call, order, seek.region) : await exportLeads(leadApi, call, order);
    let lostRows = 0;
    for await (const { silo, bytes } of files) {
      for (const text of await readExportFile(bytes))
        lostRows += yield* toLeads(text, { pageId: page.id, formId: form.id, region: silo });
    }
    if (lostRows > 0) throw unreadableLeads('tiktok', lostRows);
  },

  subscribe: (call, page, options) => withRetry(() => subscribeOnce(leadApi, call, page.id, options), call),

  async unsubscribe(call, _page, subscriptionId) {
    // A subscription with an unknown id ends with its token.
    if (subscriptionId !== null) await withRetry(() => endSubscription(leadApi, subscriptionId, call.signal), call);
  },

  readWebhook: (body, header) => readLeadWebhook(appSecret, body, header),
});

/**
 * Finds or creates the subscription of the current token, then ends this token's others and the former one. Searching
 * first makes it safe to retry: a lost response may have left a subscription. Subscriptions of other tokens are kept,
 * because other people may use the same ad account.
 */
const subscribeOnce = async (
  leadApi: TikTokLeadApi,
  call: PlatformCall,
  advertiserId: string,
  { callbackUrl, formerId }: { callbackUrl: string; formerId: string | null },
): Promise<{ subscriptionId: string }> => {
  const subscriptions = await leadApi.listSubscriptions(call.signal);
  const own = subscriptions
    .filter(
      ({ callback_url: url, subscription_detail: detail }) =>
        url === callbackUrl &&
        detail?.advertiser_id === advertiserId &&
        detail.access_token === call.accessToken &&
        (detail.page_id ?? null) === null,
    )
    .map((each) => each.subscription_id);
  const subscriptionId =
    own.find((id) => id === formerId) ?? own[0] ?? (await leadApi.subscribe(call, advertiserId, callbackUrl));
  const obsolete = new Set(own);
  if (formerId !== null) obsolete.add(formerId);
  obsolete.delete(subscriptionId);
  for (const id of obsolete) await endSubscription(leadApi, id, call.signal);
  return { subscriptionId };
};

/** TikTok: codes for missing objects; which one applies to an ended subscription is undocumented. */
const goneCodes: readonly string[] = ['40002', '40006', '40007'];

const endSubscription = async (leadApi: TikTokLeadApi, id: string, signal?: AbortSignal): Promise<void> => {
  try {
    await leadApi.unsubscribe(id, signal);
  } catch (error) {
    if (!(error instanceof ProviderError) || !goneCodes.includes(error.providerCode ?? '')) throw error;
  }
};
