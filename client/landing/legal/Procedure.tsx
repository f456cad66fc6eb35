import type { ReactNode } from 'react';

/** Steps in order, under a heading. */
export const Procedure = ({ title, children }: { title: string; children: ReactNode }) => (
  <>
    <h3 className="pt-2 font-semibold">{title}</h3>
    <ol className="list-decimal space-y-1.5 pl-6 marker:text-muted">{children}</ol>
  </>
);
