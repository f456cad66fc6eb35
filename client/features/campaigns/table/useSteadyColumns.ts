import { useEffect, useLayoutEffect } from 'react';
import type { RefObject } from 'react';

const headersOf = (region: RefObject<HTMLElement | null>): HTMLElement[] => [
  ...(region.current?.querySelectorAll<HTMLElement>('thead th') ?? []),
];

/**
 * Keeps columns as wide as their widest cell so far, so that they do not jump when other rows are rendered.
 * @param isNeeded whether some rows are not rendered
 */
export const useSteadyColumns = (region: RefObject<HTMLElement | null>, isNeeded: boolean): void => {
  useEffect(() => {
    if (!isNeeded || !region.current) return undefined;
    let width = region.current.clientWidth;
    const release = (): void => {
      for (const header of headersOf(region)) header.style.minWidth = '';
    };
    const observer = new ResizeObserver(([entry]) => {
      if (!entry || entry.target.clientWidth === width) return;
      width = entry.target.clientWidth;
      release();
    });
    observer.observe(region.current);
    return () => {
      observer.disconnect();
      release();
    };
  }, [region, isNeeded]);

  // Runs after each rendering, because any rendering can add a wider cell.
  useLayoutEffect(() => {
    if (!isNeeded) return;
    // Reads all widths before it writes any, to avoid repeated layout.
    const widths = headersOf(region).map((header) => [header, header.getBoundingClientRect().width] as const);
    for (const [header, width] of widths)
      if (width > (Number.parseFloat(header.style.minWidth) || 0)) header.style.minWidth = `${width}px`;
  });
};
