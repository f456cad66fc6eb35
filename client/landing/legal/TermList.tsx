import type { ReactNode } from 'react';

/** Terms and descriptions, side by side if there is room, else stacked. */
export const TermList = ({ children }: { children: ReactNode }) => (
  <dl className="divide-y divide-hairline border-y border-hairline">{children}</dl>
);

export const Term = ({ name, children }: { name: ReactNode; children: ReactNode }) => (
  <div className="grid gap-x-6 gap-y-1 py-3 sm:grid-cols-[12rem_1fr]">
    <dt className="min-w-0 font-semibold wrap-anywhere has-[code]:font-normal [&_code]:text-sm">{name}</dt>
    <dd className="min-w-0 space-y-2">{children}</dd>
  </div>
);
