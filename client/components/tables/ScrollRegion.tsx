import { useLayoutEffect, useRef } from 'react';
import type { ReactNode } from 'react';

type ScrollRegionProps = { label: string; className: string; children: ReactNode };

/** A scrolling region that takes the focus: without focusable content the keyboard could not scroll it. */
export const ScrollRegion = ({ label, className, children }: ScrollRegionProps) => {
  const region = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    if (region.current) region.current.tabIndex = 0;
  }, []);
  return (
    <section ref={region} aria-label={label} className={className}>
      {children}
    </section>
  );
};
