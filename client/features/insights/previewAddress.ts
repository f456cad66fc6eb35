import { readRangeAddress, writeRangeAddress } from '#client/lib/address/rangeAddress.ts';
import type { RangeAddress } from '#client/lib/address/rangeAddress.ts';
import { readPageNumber } from '#client/lib/address/useListParams.ts';
import type { Day } from '#shared/lib/dateRange.ts';

/** Query of the preview address. Back, reload and bookmarks restore it. */
export type PreviewAddress = RangeAddress & { page: number };

/** Falls back to the default week and the first page for invalid values. */
export const readPreviewAddress = (search: string, today?: Day): PreviewAddress => {
  const params = new URLSearchParams(search);
  return { ...readRangeAddress(params, today), page: readPageNumber(params.get('page')) };
};

/** The query of an address. Empty for the first page of the default week. */
export const previewSearch = ({ range, page }: Pick<PreviewAddress, 'range' | 'page'>, today?: Day): string => {
  const params = new URLSearchParams();
  writeRangeAddress(params, range, today);
  if (page > 1) params.set('page', String(page));
  return params.size === 0 ? '' : `?${params.toString()}`;
};
