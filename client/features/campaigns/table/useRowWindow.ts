import { useEffect, useEffectEvent, useState } from 'react';
import type { RefObject } from 'react';
import { flushSync } from 'react-dom';

/** Pixels of each row, as in `tableStyles.ts`. */
export const rowHeight = 48;
/** The window moves by several rows at once, so that most scroll events render nothing. */
const stepRows = 8;
/** Where the size of the region is not known. */
const defaultRowsInSight = 20;

/** Rendered rows, from `first` to before `last`. `kept` has the focus and stays, wherever it is. */
export type RowWindow = { first: number; last: number; kept: number | null };

const focusedIndex = (region: HTMLElement): number | null => {
  const row = document.activeElement?.closest<HTMLElement>('[data-index]');
  return row && region.contains(row) ? Number(row.dataset['index']) : null;
};

const rowsInSight = (region: HTMLElement): number => Math.ceil(region.clientHeight / rowHeight) || defaultRowsInSight;

const topRow = (region: HTMLElement): number => Math.floor(region.scrollTop / rowHeight);

/** Half a screen above and below the rows in sight. */
const windowOf = (region: HTMLElement): RowWindow => {
  const [top, shown] = [topRow(region), rowsInSight(region)];
  return {
    first: Math.max(0, Math.floor((top - shown / 2) / stepRows) * stepRows),
    last: Math.ceil((top + 1.5 * shown) / stepRows) * stepRows,
    kept: focusedIndex(region),
  };
};

const isSame = (one: RowWindow, other: RowWindow): boolean =>
  one.first === other.first && one.last === other.last && one.kept === other.kept;

/** After this pause in scrolling, missing rows are loaded. */
const restMs = 120;

type RowWindowOptions = {
  count: number;
  /** Changes with the list whose rows these are. */
  list: string;
  /** Scrolling has come to rest. @param top the first row in sight */
  onRest: (top: number, rendered: RowWindow) => void;
};

/** The part of a long table that is rendered: rows around those in sight. */
export const useRowWindow = (region: RefObject<HTMLElement | null>, { count, list, onRest }: RowWindowOptions) => {
  const [current, setCurrent] = useState<RowWindow>({ first: 0, last: 3 * defaultRowsInSight, kept: null });
  const update = useEffectEvent((): void => {
    if (!region.current) return;
    const next = windowOf(region.current);
    if (!isSame(current, next)) setCurrent(next);
  });
  const rest = useEffectEvent((): void => {
    if (region.current) onRest(topRow(region.current), windowOf(region.current));
  });

  const restOf = useEffectEvent((_list: string, _count: number): void => rest());
  useEffect(() => restOf(list, count), [list, count]);
  useEffect(() => {
    const scroller = region.current;
    if (!scroller) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const restLater = (): void => {
      clearTimeout(timer);
      timer = setTimeout(() => rest(), restMs);
    };
    const handleScroll = (): void => {
      update();
      restLater();
    };
    const observer = new ResizeObserver(handleScroll);
    observer.observe(scroller);
    scroller.addEventListener('scroll', handleScroll, { passive: true });
    return () => {
      clearTimeout(timer);
      observer.disconnect();
      scroller.removeEventListener('scroll', handleScroll);
    };
  }, [region]);

  /** Scrolls a row to the top of the region, or into its middle, and renders it. */
  const reveal = (index: number, place: 'top' | 'middle'): void => {
    const scroller = region.current;
    if (!scroller) return;
    const above = place === 'top' ? 0 : Math.floor(rowsInSight(scroller) / 2) - 1;
    scroller.scrollTo({ top: Math.max(0, (index - above) * rowHeight), behavior: 'instant' });
    setCurrent(windowOf(scroller));
  };

  const { first, last, kept } = current;
  return {
    rendered: { first: Math.min(first, Math.max(0, count - 1)), last: Math.min(last, count), kept },
    reveal,
    /** Renders a focused row that is out of sight with its neighbors, before the focus moves from it. */
    revealFocused: (): void => {
      const at = region.current && focusedIndex(region.current);
      if (at !== null && (at < first || at >= last)) flushSync(() => reveal(at, 'middle'));
    },
  };
};
