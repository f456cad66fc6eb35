import { useEffect, useEffectEvent, useState } from 'react';
import type { RefObject } from 'react';
import { flushSync } from 'react-dom';

/** Row heights in pixels, with columns and without. Must match `tableStyles.ts`. */
export const rowHeights = { columns: 48, card: 84 } as const;
/** The window moves by several rows at once, so that most scroll events cause no rendering. */
const stepRows = 8;
/** Used while the height of the region is unknown. */
const defaultRowsInSight = 20;

/**
 * The rendered rows: from `first` up to, but not including, `last`. `kept` is the focused row, which stays rendered.
 */
export type RowWindow = { first: number; last: number; kept: number | null };

const focusedIndex = (region: HTMLElement): number | null => {
  const row = document.activeElement?.closest<HTMLElement>('[data-index]');
  return row && region.contains(row) ? Number(row.dataset['index']) : null;
};

const rowsInSight = (region: HTMLElement, rowHeight: number): number =>
  Math.ceil(region.clientHeight / rowHeight) || defaultRowsInSight;

const topRow = (region: HTMLElement, rowHeight: number): number => Math.floor(region.scrollTop / rowHeight);

/** Half a screen above and below the visible rows. */
const windowOf = (region: HTMLElement, rowHeight: number): RowWindow => {
  const [top, shown] = [topRow(region, rowHeight), rowsInSight(region, rowHeight)];
  return {
    first: Math.max(0, Math.floor((top - shown / 2) / stepRows) * stepRows),
    last: Math.ceil((top + 1.5 * shown) / stepRows) * stepRows,
    kept: focusedIndex(region),
  };
};

const isSame = (one: RowWindow, other: RowWindow): boolean =>
  one.first === other.first && one.last === other.last && one.kept === other.kept;

/** Missing rows load after a pause of this length in scrolling. */
const restMs = 120;

type RowWindowOptions = {
  count: number;
  rowHeight: number;
  /** Identifies the list. A new list has a new value. */
  list: string;
  /**
   * Called when scrolling stops.
   * @param top the first visible row
   */
  onRest: (top: number, rendered: RowWindow) => void;
};

/** Computes the part of a long table to render: the visible rows and some rows around them. */
export const useRowWindow = (
  region: RefObject<HTMLElement | null>,
  { count, rowHeight, list, onRest }: RowWindowOptions,
) => {
  const [current, setCurrent] = useState<RowWindow>({ first: 0, last: 3 * defaultRowsInSight, kept: null });
  const update = useEffectEvent((): void => {
    if (!region.current) return;
    const next = windowOf(region.current, rowHeight);
    if (!isSame(current, next)) setCurrent(next);
  });
  const rest = useEffectEvent((): void => {
    if (region.current) onRest(topRow(region.current, rowHeight), windowOf(region.current, rowHeight));
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

  /** Scrolls a row to the top or the middle of the region, and renders it. */
  const reveal = (index: number, place: 'top' | 'middle'): void => {
    const scroller = region.current;
    if (!scroller) return;
    const above = place === 'top' ? 0 : Math.floor(rowsInSight(scroller, rowHeight) / 2) - 1;
    scroller.scrollTo({ top: Math.max(0, (index - above) * rowHeight), behavior: 'instant' });
    setCurrent(windowOf(scroller, rowHeight));
  };

  const { first, last, kept } = current;
  return {
    rendered: { first: Math.min(first, Math.max(0, count - 1)), last: Math.min(last, count), kept },
    reveal,
    /** Renders an out-of-sight focused row and its neighbors before the focus moves. */
    revealFocused: (): void => {
      const at = region.current && focusedIndex(region.current);
      if (at !== null && (at < first || at >= last)) flushSync(() => reveal(at, 'middle'));
    },
  };
};
