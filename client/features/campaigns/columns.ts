import { adMetricFacts, campaignSortKeys, isAdMetricName } from '#shared/campaigns.ts';
import type { AdMetricName, CampaignColumnId, CampaignSortKey } from '#shared/campaigns.ts';

export type Column = {
  id: CampaignColumnId;
  title: string;
  isRight: boolean;
  /** Missing for a column without an order. */
  sortKey?: CampaignSortKey;
  isHiddenAtFirst?: true;
};

const metricColumn = (id: AdMetricName): Column => ({ id, title: adMetricFacts[id].label, isRight: true, sortKey: id });

/** In the default order. The name is always the first column. */
export const columns: readonly Column[] = [
  // Below the name as well. As columns they can be sorted by.
  { id: 'platform', title: 'Platform', isRight: false, sortKey: 'platform', isHiddenAtFirst: true },
  { id: 'account', title: 'Account', isRight: false, sortKey: 'account', isHiddenAtFirst: true },
  { id: 'status', title: 'Status', isRight: false, sortKey: 'status' },
  { id: 'budget', title: 'Budget', isRight: true, sortKey: 'budget' },
  metricColumn('spend'),
  metricColumn('impressions'),
  metricColumn('clicks'),
  metricColumn('ctr'),
  metricColumn('cpc'),
  metricColumn('cpm'),
  metricColumn('conversions'),
  { ...metricColumn('costPerConversion'), isHiddenAtFirst: true },
  metricColumn('leads'),
  metricColumn('collectedLeads'),
  metricColumn('costPerLead'),
  { id: 'trend', title: 'Spend, 30 days', isRight: false },
];

export const defaultColumns: readonly CampaignColumnId[] = columns
  .filter(({ isHiddenAtFirst }) => isHiddenAtFirst !== true)
  .map(({ id }) => id);

/** Columns of an address, in its order. The default ones if it names no known column. */
export const readColumns = (text: string | null): readonly CampaignColumnId[] => {
  const named = [...new Set((text ?? '').split(','))].flatMap((id) => columns.find((column) => column.id === id) ?? []);
  return named.length > 0 ? named.map(({ id }) => id) : defaultColumns;
};

export const writeColumns = (chosen: readonly CampaignColumnId[]): string =>
  chosen.join() === defaultColumns.join() ? '' : chosen.join();

export const columnsOf = (chosen: readonly CampaignColumnId[]): readonly Column[] =>
  chosen.flatMap((id) => columns.find((column) => column.id === id) ?? []);

export const readSort = (text: string | null): CampaignSortKey =>
  campaignSortKeys.find((key) => key === text) ?? 'spend';

/** The first click on a header sorts numbers from the largest, words from A. */
export const firstOrder = (key: CampaignSortKey): 'asc' | 'desc' =>
  key === 'budget' || isAdMetricName(key) ? 'desc' : 'asc';
