import {
  adLevels,
  adStatuses,
  campaignColumnIds,
  campaignSortKeys,
  comparisons,
  isAdMetricName,
} from '#shared/campaigns.ts';
import type { AdMetricName } from '#shared/campaigns.ts';
import { platformIds } from '#shared/platforms.ts';
import { routes } from '#shared/routes.ts';
import { addressOf } from './address.ts';
import type { Param } from './address.ts';
import { accounts, choice, listOf, ofMoment, openId, order, pageNumber, text } from './params.ts';
import { rangeParams } from './rangeAddress.ts';
import { readRowKey, rowKey } from './rowKey.ts';
import type { RowId } from './rowKey.ts';

type ChartMetrics = readonly [AdMetricName, AdMetricName];
const defaultChart: ChartMetrics = ['spend', 'collectedLeads'];

const chart: Param<ChartMetrics> = {
  read: (typed) => {
    const [one = '', other = ''] = typed.split(',');
    return [isAdMetricName(one) ? one : defaultChart[0], isAdMetricName(other) ? other : defaultChart[1]];
  },
  write: (metrics) => (metrics.join() === defaultChart.join() ? '' : metrics.join()),
};

export const campaignFilters = {
  platform: listOf(platformIds),
  account: accounts,
  status: listOf(adStatuses),
  search: text(),
};

/** The query of Campaigns. */
export const campaignsParams = {
  ...rangeParams,
  level: choice(adLevels, 'campaign'),
  compare: choice(comparisons, null),
  ...campaignFilters,
  sort: choice(campaignSortKeys, 'spend'),
  /** Null means the column's default order. */
  order,
  page: ofMoment(pageNumber),
  /** An empty list means the default columns. */
  columns: listOf(campaignColumnIds),
  /** Key of the selected row. */
  row: ofMoment(openId((id) => readRowKey(id) !== null)),
  chart,
};

/** The address that opens the details of a campaign, an ad set or an ad. */
export const campaignPath = (id: RowId): string =>
  addressOf(routes.campaigns.path, campaignsParams, { level: id.level, row: rowKey(id) });
