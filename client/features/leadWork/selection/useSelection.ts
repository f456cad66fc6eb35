import { useState } from 'react';
import type { LeadFilterQuery } from '#shared/contracts/leadWork.ts';
import { bulkLimits } from '#shared/limits.ts';

type Given = {
  /** What the list is filtered by, without page and order. */
  filter: LeadFilterQuery;
  /** Ids of the leads on the page. */
  shown: readonly string[];
  /** Leads of the filter. */
  total: number;
};

type Ticked = { ids: ReadonlySet<string>; isAll: boolean };
const nothing: Ticked = { ids: new Set(), isAll: false };

/** Leads of All leads that a person has selected: some, also of several pages, or all of the filter. */
export const useSelection = ({ filter, shown, total }: Given) => {
  const key = JSON.stringify(filter);
  const [ticked, setTicked] = useState(nothing);
  const [tickedOf, setTickedOf] = useState(key);
  // Leads that another filter hides must not be changed unseen.
  if (tickedOf !== key) {
    setTickedOf(key);
    setTicked(nothing);
  }
  const { ids, isAll } = tickedOf === key ? ticked : nothing;
  const selected = isAll ? new Set(shown) : ids;
  return {
    /** The selected ones on the page, and in part those of other pages. */
    selected,
    isAll,
    count: isAll ? total : ids.size,
    total,
    isPageSelected: shown.length > 0 && shown.every((id) => selected.has(id)),
    isTooLarge: isAll ? total > bulkLimits.rows : ids.size > bulkLimits.ids,
    /** For the calls. */
    body: isAll ? { filter } : { ids: [...ids] },
    change: (next: ReadonlySet<string>): void => setTicked({ ids: next, isAll: false }),
    selectAll: (): void => setTicked({ ids: new Set(), isAll: true }),
    clear: (): void => setTicked(nothing),
  };
};
export type LeadSelection = ReturnType<typeof useSelection>;
