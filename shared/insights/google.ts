import * as z from 'zod/mini';
import type { InsightFacts } from './InsightFacts.ts';

const text = z.string();
const number = z.number();

/** One ad on one day. `spend` in currency units of the customer, `leads` are conversions and may be fractional. */
const row = z.object({
  date: text,
  customerName: text,
  customerId: text,
  campaignName: text,
  campaignId: text,
  campaignStatusLabel: text,
  adsetName: text,
  adsetId: text,
  adsetStatusLabel: text,
  adId: text,
  adStatusLabel: text,
  spend: number,
  clicks: number,
  impressions: number,
  leads: number,
});

export type GoogleRow = z.infer<typeof row>;

export const google = {
  row,
  nameKey: 'campaignName',
  accountKey: 'customerId',
  dayOrder: 'desc',
  comesInDatasets: false,
  columns: [
    { key: 'date', title: 'Date', kind: 'date' },
    { key: 'customerName', title: 'Customer Name', kind: 'text' },
    { key: 'customerId', title: 'Customer ID', kind: 'id' },
    { key: 'campaignName', title: 'Campaign Name', kind: 'text' },
    { key: 'campaignId', title: 'Campaign ID', kind: 'id' },
    { key: 'campaignStatusLabel', title: 'Campaign Status', kind: 'status' },
    { key: 'adsetName', title: 'Ad Set Name', kind: 'text' },
    { key: 'adsetId', title: 'Ad Set ID', kind: 'id' },
    { key: 'adsetStatusLabel', title: 'Ad Set Status', kind: 'status' },
    { key: 'adId', title: 'Ad ID', kind: 'id' },
    { key: 'adStatusLabel', title: 'Ad Status', kind: 'status' },
    { key: 'spend', title: 'Spend', kind: 'money' },
    { key: 'clicks', title: 'Clicks', kind: 'integer' },
    { key: 'impressions', title: 'Impressions', kind: 'integer' },
    { key: 'leads', title: 'Leads', kind: 'decimal' },
  ],
} as const satisfies InsightFacts;
