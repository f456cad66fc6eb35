import { useLayoutEffect, useRef } from 'react';
import type { ReactNode } from 'react';

type ScrollRegionProps = { label: string; className: string; children: ReactNode };

/** A focusable scroll region, so that the keyboard can scroll it even without focusable content. */
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
