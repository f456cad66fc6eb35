import { useMemo } from 'react';
import { useViewParams } from '#client/features/views/useViewParams.ts';
import { readRangeAddress, writeRangeAddress } from '#client/lib/address/rangeAddress.ts';
import { readPageNumber } from '#client/lib/address/useListParams.ts';
import { adLevels, adStatuses, comparisons, isAdMetricName } from '#shared/campaigns.ts';
import type { AdLevel, AdMetricName, CampaignColumnId, CampaignSortKey, Comparison } from '#shared/campaigns.ts';
import type { DateRange } from '#shared/lib/dateRange.ts';
import { textLimits } from '#shared/limits.ts';
import { isPlatformId } from '#shared/platforms.ts';
import { firstOrder, readColumns, readSort } from './columns.ts';
import { readRowKey } from './rowKey.ts';

export const filterNames = ['platform', 'account', 'status'] as const;
export type FilterName = (typeof filterNames)[number];

const isValue: Record<FilterName, (value: string) => boolean> = {
  platform: isPlatformId,
  account: (value) => /^[a-z]+:[\w-]+$/.test(value),
  status: (value) => adStatuses.some((status) => status === value),
};

type ChartMetrics = readonly [AdMetricName, AdMetricName];
const defaultChart: ChartMetrics = ['spend', 'collectedLeads'];

const readChart = (text: string | null): ChartMetrics => {
  const [one = '', other = ''] = (text ?? '').split(',');
  return [isAdMetricName(one) ? one : defaultChart[0], isAdMetricName(other) ? other : defaultChart[1]];
};

/** Not part of a saved view. */
const momentary = ['page', 'row'] as const;

const readList = (params: URLSearchParams, name: FilterName): readonly string[] =>
  [...new Set((params.get(name) ?? '').split(','))].filter(isValue[name]).slice(0, 100);

const readAddress = (params: URLSearchParams) => {
  const sort = readSort(params.get('sort'));
  const order = params.get('order');
  return {
    ...readRangeAddress(params),
    level: adLevels.find((level) => level === params.get('level')) ?? 'campaign',
    compare: comparisons.find((comparison) => comparison === params.get('compare')) ?? null,
    filters: {
      platform: readList(params, 'platform'),
      account: readList(params, 'account'),
      status: readList(params, 'status'),
    } satisfies Record<FilterName, readonly string[]>,
    search: (params.get('search') ?? '').slice(0, textLimits.search),
    sort,
    order: order === 'asc' || order === 'desc' ? order : firstOrder(sort),
    page: readPageNumber(params.get('page')),
    /** Empty: the default ones. */
    columns: readColumns(params.get('columns')),
    /** Key of the selected row. */
    row: readRowKey(params.get('row')) && params.get('row'),
    chart: readChart(params.get('chart')),
  };
};

export type CampaignsAddress = ReturnType<typeof readAddress>;

/**
 * What the screen shows, kept in the address; default values are left out. Another level, range or an opened row adds a
 * history entry, other changes replace the current one.
 */
export const useCampaignsAddress = () => {
  const saved = useViewParams('campaigns', momentary);
  const { params } = saved;
  const address = useMemo(() => readAddress(params), [params]);
  const change = (changes: Partial<Record<string, string>>, { isStep = false, range }: ChangeOptions = {}): void =>
    saved.change((next) => {
      if (range) writeRangeAddress(next, range);
      for (const [name, value] of Object.entries(changes)) {
        if (value === undefined || value === '') next.delete(name);
        else next.set(name, value);
      }
    }, isStep);
  return {
    ...address,
    /** The saved view, and whether the address is known. */
    saved,
    setLevel: (level: AdLevel): void =>
      change({ level: level === 'campaign' ? '' : level, page: '', row: '' }, { isStep: true }),
    setRange: (range: DateRange): void => change({ page: '' }, { isStep: true, range }),
    setCompare: (compare: Comparison | null): void => change({ compare: compare ?? '' }),
    setFilter: (name: FilterName, values: readonly string[]): void => change({ [name]: values.join(), page: '' }),
    setSearch: (search: string): void => change({ search, page: '' }),
    clearFilters: (): void => change({ platform: '', account: '', status: '', search: '', page: '' }),
    /** Sorts by a column, or turns its order around. */
    sortBy: (key: CampaignSortKey): void => {
      const order = key !== address.sort ? firstOrder(key) : address.order === 'asc' ? 'desc' : 'asc';
      change({ sort: key === 'spend' ? '' : key, order: order === firstOrder(key) ? '' : order, page: '' });
    },
    /** The page at the top of the table. */
    setPage: (page: number): void => change({ page: page === 1 ? '' : String(page) }),
    /** Without any, the default ones are shown. */
    setColumns: (columns: readonly CampaignColumnId[]): void => change({ columns: columns.join() }),
    /** Null closes the detail. */
    setRow: (row: string | null): void => change({ row: row ?? '' }, { isStep: address.row === null && row !== null }),
    setChart: (chart: ChartMetrics): void =>
      change({ chart: chart.join() === defaultChart.join() ? '' : chart.join() }),
  };
};

type ChangeOptions = { isStep?: boolean; range?: DateRange };

export type CampaignsView = ReturnType<typeof useCampaignsAddress>;
