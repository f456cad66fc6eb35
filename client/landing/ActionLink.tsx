import type { ComponentProps } from 'react';

const looks = {
  primary: 'bg-accent text-on-accent hover:bg-accent-hover',
  plain: 'border border-control bg-surface hover:bg-hover',
} as const;

/** A link that looks like a button, for what a page wants people to do. */
export const ActionLink = ({ look, children, ...link }: { look: keyof typeof looks } & ComponentProps<'a'>) => (
  <a {...link} className={`inline-flex h-12 items-center rounded-md px-5 text-base font-medium sm:px-6 ${looks[look]}`}>
    {children}
  </a>
);
