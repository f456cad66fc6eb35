import { useMemo } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { previewSearch, readPreviewAddress } from './previewAddress.ts';
import type { PreviewFilters } from './usePreview.ts';

/** Days and page of the preview address. Each change adds a history entry. */
export const usePreviewAddress = () => {
  const { search, state } = useLocation();
  const navigate = useNavigate();
  const address = useMemo(() => readPreviewAddress(search), [search]);

  return {
    ...address,
    /** `nextState` becomes the navigation state. `replace` adds no history entry. */
    showFilters: ({ range }: PreviewFilters, nextState: object, replace: boolean): void => {
      void navigate({ search: previewSearch({ range, page: 1 }) }, { state: nextState, replace });
    },
    turnPage: (by: -1 | 1, pageCount: number): void => {
      // The router updates a moment later, so read the real address: two quick steps must count as two.
      const current = readPreviewAddress(window.location.search);
      const page = Math.max(1, Math.min(current.page, pageCount) + by);
      if (page <= pageCount) void navigate({ search: previewSearch({ ...current, page }) }, { state });
    },
  };
};
