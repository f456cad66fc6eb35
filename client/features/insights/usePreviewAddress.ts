import { useMemo } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { previewSearch, readPreviewAddress } from './previewAddress.ts';
import type { PreviewFilters } from './usePreview.ts';

/** Days and page of the Preview as the address has them. Each change is a step in the history. */
export const usePreviewAddress = () => {
  const { search, state } = useLocation();
  const navigate = useNavigate();
  const address = useMemo(() => readPreviewAddress(search), [search]);

  return {
    ...address,
    /** `nextState` takes the place of the navigation state; `replace` makes it no step of its own. */
    showFilters: ({ range }: PreviewFilters, nextState: object, replace: boolean): void => {
      void navigate({ search: previewSearch({ range, page: 1 }) }, { state: nextState, replace });
    },
    turnPage: (by: -1 | 1, pageCount: number): void => {
      // The router passes a step on a moment later: two quick ones in a row must be two.
      const current = readPreviewAddress(window.location.search);
      const page = Math.max(1, Math.min(current.page, pageCount) + by);
      if (page <= pageCount) void navigate({ search: previewSearch({ ...current, page }) }, { state });
    },
  };
};
