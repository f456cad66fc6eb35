import * as z from 'zod/mini';
import type { InsightFacts } from './InsightFacts.ts';

const text = z.string();
const number = z.number();

/** One ad on one day. `spend` in the account's currency; `leads` counts lead actions once, `link_clicks` inline link clicks. */
const row = z.object({
  ad_id: text,
  ad_name: text,
  adset_id: text,
  adset_name: text,
  campaign_id: text,
  campaign_name: text,
  clicks: number,
  date: text,
  impressions: number,
  leads: number,
  link_clicks: number,
  platform: text,
  spend: number,
});

export type FacebookRow = z.infer<typeof row>;

export const facebook = {
  row,
  nameKey: 'ad_name',
  accountKey: null,
  dayOrder: 'asc',
  comesInDatasets: true,
  columns: [
    { key: 'ad_id', title: 'Ad ID', kind: 'id' },
    { key: 'ad_name', title: 'Ad Name', kind: 'text' },
    { key: 'adset_id', title: 'Ad Set ID', kind: 'id' },
    { key: 'adset_name', title: 'Ad Set Name', kind: 'text' },
    { key: 'campaign_id', title: 'Campaign ID', kind: 'id' },
    { key: 'campaign_name', title: 'Campaign Name', kind: 'text' },
    { key: 'clicks', title: 'Clicks', kind: 'integer' },
    { key: 'date', title: 'Date', kind: 'date' },
    { key: 'impressions', title: 'Impressions', kind: 'integer' },
    { key: 'leads', title: 'Leads', kind: 'integer' },
    { key: 'link_clicks', title: 'Link Clicks', kind: 'integer' },
    { key: 'platform', title: 'Platform', kind: 'text' },
    { key: 'spend', title: 'Spend', kind: 'money' },
  ],
} as const satisfies InsightFacts;
