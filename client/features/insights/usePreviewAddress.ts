import { useMemo } from 'react';
import { useLocation } from 'react-router-dom';
import { readParams } from '#client/lib/address/address.ts';
import { pageNumber } from '#client/lib/address/params.ts';
import { rangeParams, readRange, writeRange } from '#client/lib/address/rangeAddress.ts';
import { useAddress } from '#client/lib/address/useAddress.ts';
import type { PreviewFilters } from './usePreview.ts';

const previewParams = { ...rangeParams, page: pageNumber };

/** Days and page of the preview address. Each change adds a history entry. */
export const usePreviewAddress = () => {
  const { state } = useLocation();
  const [values, change] = useAddress(previewParams);
  const days = useMemo(() => readRange(values), [values]);
  return {
    ...days,
    page: values.page,
    /** `nextState` becomes the navigation state. `replace` adds no history entry. */
    showFilters: ({ range }: PreviewFilters, nextState: object, replace: boolean): void =>
      change({ ...writeRange(range), page: 1 }, { isStep: !replace, state: nextState }),
    turnPage: (by: -1 | 1, pageCount: number): void => {
      // Reads the real address, because two quick steps must count as two.
      const current = readParams(previewParams, new URLSearchParams(window.location.search));
      const page = Math.max(1, Math.min(current.page, pageCount) + by);
      if (page <= pageCount) change({ page }, { isStep: true, state });
    },
  };
};
