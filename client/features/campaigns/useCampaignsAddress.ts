import { useMemo } from 'react';
import { useViewAddress } from '#client/features/views/useViewAddress.ts';
import { readParams, textsOf } from '#client/lib/address/address.ts';
import type { ValuesOf } from '#client/lib/address/address.ts';
import { campaignFilters, campaignsParams } from '#client/lib/address/campaignsAddress.ts';
import { readRange, writeRange } from '#client/lib/address/rangeAddress.ts';
import { sortBy } from '#client/lib/address/sortBy.ts';
import type { AdLevel, CampaignSortKey } from '#shared/campaigns.ts';
import type { DateRange } from '#shared/lib/dateRange.ts';
import { firstOrder } from './columns.ts';

/**
 * The state of the screen, kept in the address. Another level, range or opened row adds a history entry; other changes
 * replace the current entry.
 */
export const useCampaignsAddress = () => {
  const { values, change, saved } = useViewAddress('campaigns', campaignsParams);
  const days = useMemo(() => readRange(values), [values]);
  const order = values.order ?? firstOrder(values.sort);
  /** Filter values as query parameters. */
  const filters = textsOf(campaignFilters, values);
  const filter = (changes: Partial<ValuesOf<typeof campaignFilters>>): void => change({ ...changes, page: 1 });
  return {
    ...values,
    ...days,
    order,
    filters,
    hasFilters: Object.keys(filters).length > 0,
    /** The saved view, and whether the address is loaded. */
    saved,
    change,
    /** Returns to page 1. */
    filter,
    clearFilters: (): void => filter(readParams(campaignFilters, '')),
    setLevel: (level: AdLevel): void => change({ level, page: 1, row: null }, { isStep: true }),
    setRange: (range: DateRange): void => change({ ...writeRange(range), page: 1 }, { isStep: true }),
    /** Sorts by a column, or reverses its order. */
    sortBy: (key: CampaignSortKey): void => change(sortBy(key, { sort: values.sort, order }, firstOrder)),
    /** Null closes the detail. */
    setRow: (row: string | null): void => change({ row }, { isStep: values.row === null && row !== null }),
  };
};

export type CampaignsView = ReturnType<typeof useCampaignsAddress>;
