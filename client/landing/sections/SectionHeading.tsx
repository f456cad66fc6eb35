import type { ReactNode } from 'react';

/** @param id names the section through `aria-labelledby` */
export const SectionHeading = ({ id, title, children }: { id: string; title: string; children?: ReactNode }) => (
  <>
    <h2 id={id} className="max-w-2xl text-3xl font-semibold tracking-tight text-balance sm:text-4xl">
      {title}
    </h2>
    {children && <p className="mt-4 max-w-2xl text-lg text-pretty text-muted">{children}</p>}
  </>
);
