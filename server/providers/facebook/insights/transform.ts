import type { FacebookRow } from '#shared/insights/facebook.ts';
import type { PlatformAccount } from '#server/providers/PlatformAccount.ts';
import type { AdAccount, GraphPage, Insight } from '#server/providers/facebook/types.ts';

/**
 * Action types that mean a lead, widest first. Meta nests them: one lead is counted under several, so adding them up
 * would double it.
 */
const leadActions = ['lead', 'onsite_conversion.lead_grouped', 'leadgen_grouped', 'offsite_conversion.fb_pixel_lead'];

/** The number of leads as decimal text. */
export const countLeads = (actions: Insight['actions']): string => {
  for (const type of leadActions) {
    const action = actions.find(({ action_type }) => action_type === type);
    if (action) return action.value;
  }
  return '0';
};

export const toFacebookRow = (row: Insight): FacebookRow => ({
  ad_id: row.ad_id,
  ad_name: row.ad_name,
  adset_id: row.adset_id,
  adset_name: row.adset_name,
  campaign_id: row.campaign_id,
  campaign_name: row.campaign_name,
  clicks: Number(row.clicks),
  date: row.date_start,
  impressions: Number(row.impressions),
  leads: Number(countLeads(row.actions)),
  link_clicks: Number(row.inline_link_clicks),
  platform: 'facebook',
  spend: Number(row.spend),
});

export const toAccount = (account: AdAccount): PlatformAccount => ({
  id: account.id,
  name: account.name ?? account.id,
  currency: account.currency ?? null,
  timeZone: account.timezone_name ?? null,
  loginCustomerId: null,
});

/** Cursor of the next page. Meta: a list ends where `paging.next` is absent; the last page still has a cursor. */
export const nextCursor = ({ paging }: GraphPage<unknown>): string | null => {
  if (paging?.next === undefined) return null;
  // The URL in `next` contains the access token and is never followed; only its cursor is used.
  const inAddress = URL.canParse(paging.next) ? new URL(paging.next).searchParams.get('after') : null;
  return paging.cursors?.after ?? inAddress;
};
