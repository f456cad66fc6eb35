import { useLayoutEffect, useRef } from 'react';
import type { RefObject } from 'react';

const shadowStyles = 'pointer-events-none absolute top-0 z-20 w-2 opacity-0 transition-opacity duration-100';

/** Width of the pinned column while other columns scroll under it, else 0. */
const stuckWidth = (region: HTMLElement, side: 'start' | 'end'): number => {
  const pinned = region.querySelector(`thead [data-pin=${side}]`);
  if (!pinned) return 0;
  const [box, around] = [pinned.getBoundingClientRect(), region.getBoundingClientRect()];
  const left = box.left - around.left;
  if (side === 'end') return region.clientWidth - left;
  // The checkbox column before the pinned column is at most 40 px wide.
  return left <= 40 ? left + box.width : 0;
};

/**
 * Shades the edges beyond which a table can scroll. Render it after the scroll region, so that the ref is set, and in
 * the same positioned parent. The region must start at the parent's top left corner.
 */
export const ScrollShadows = ({ region }: { region: RefObject<HTMLElement | null> }) => {
  const start = useRef<HTMLDivElement>(null);
  const end = useRef<HTMLDivElement>(null);

  useLayoutEffect(() => {
    const scroller = region.current;
    const table = scroller?.firstElementChild;
    if (!scroller || !table) return undefined;
    const place = (shadow: HTMLElement | null, isClipped: boolean, left: number): void => {
      if (!shadow) return;
      shadow.style.opacity = isClipped ? '1' : '0';
      shadow.style.left = `${left}px`;
      shadow.style.height = `${scroller.clientHeight}px`;
    };
    const update = (): void => {
      const { scrollLeft, scrollWidth, clientWidth } = scroller;
      place(start.current, scrollLeft > 1, stuckWidth(scroller, 'start'));
      const endWidth = stuckWidth(scroller, 'end');
      place(end.current, scrollWidth - clientWidth - scrollLeft > 1, clientWidth - endWidth - 8);
    };
    const observer = new ResizeObserver(update);
    observer.observe(scroller);
    observer.observe(table);
    scroller.addEventListener('scroll', update, { passive: true });
    return () => {
      observer.disconnect();
      scroller.removeEventListener('scroll', update);
    };
  }, [region]);

  return (
    <>
      <div ref={start} data-shadow="start" className={`${shadowStyles} bg-linear-to-r from-shade to-transparent`} />
      <div ref={end} data-shadow="end" className={`${shadowStyles} bg-linear-to-l from-shade to-transparent`} />
    </>
  );
};
