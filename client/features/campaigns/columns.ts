import { adMetricFacts, isAdMetricName } from '#shared/campaigns.ts';
import type { AdMetricName, CampaignColumnId, CampaignSortKey } from '#shared/campaigns.ts';

export type Column = {
  id: CampaignColumnId;
  title: string;
  isRight: boolean;
  /** Missing if the column cannot be sorted. */
  sortKey?: CampaignSortKey;
  isHiddenAtFirst?: true;
  /** Visible by default only if people qualify leads. */
  isForWorkedLeads?: true;
};

const metricColumn = (id: AdMetricName): Column => ({ id, title: adMetricFacts[id].label, isRight: true, sortKey: id });

/** In the default order. The name is always the first column. */
export const columns: readonly Column[] = [
  // Also shown below the name. As separate columns they can be sorted.
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
  { ...metricColumn('qualifiedLeads'), isForWorkedLeads: true },
  { ...metricColumn('costPerQualifiedLead'), isForWorkedLeads: true },
  { ...metricColumn('wonLeads'), isHiddenAtFirst: true },
  { ...metricColumn('costPerWonLead'), isHiddenAtFirst: true },
  { ...metricColumn('wonAmount'), isForWorkedLeads: true },
  { ...metricColumn('otherWonLeads'), isHiddenAtFirst: true },
  { id: 'trend', title: 'Spend, 30 days', isRight: false },
];

/** @param hasQualifiedLeads whether people in the workspace qualify leads */
export const defaultColumns = (hasQualifiedLeads: boolean): readonly CampaignColumnId[] =>
  columns
    .filter(
      ({ isHiddenAtFirst, isForWorkedLeads }) => isHiddenAtFirst !== true && (hasQualifiedLeads || !isForWorkedLeads),
    )
    .map(({ id }) => id);

/**
 * The columns of a view.
 * @param hasQualifiedLeads undefined until the first response
 */
export const shownColumns = (
  { columns: named }: { columns: readonly CampaignColumnId[] },
  { hasQualifiedLeads = false }: { hasQualifiedLeads?: boolean } = {},
): readonly CampaignColumnId[] => (named.length > 0 ? named : defaultColumns(hasQualifiedLeads));

export const columnsOf = (chosen: readonly string[]): readonly Column[] =>
  chosen.flatMap((id) => columns.find((column) => column.id === id) ?? []);

/** The first click on a header sorts numbers in descending order and words from A to Z. */
export const firstOrder = (key: CampaignSortKey): 'asc' | 'desc' =>
  key === 'budget' || isAdMetricName(key) ? 'desc' : 'asc';
