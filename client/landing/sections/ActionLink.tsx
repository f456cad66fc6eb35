import type { ComponentProps } from 'react';

/** The border keeps the button visible in forced-colors mode. */
const looks = {
  primary: 'border-transparent bg-accent text-on-accent hover:bg-accent-hover',
  plain: 'border-control bg-surface hover:bg-hover',
} as const;

/** A link that looks like a button, for calls to action. */
export const ActionLink = ({ look, children, ...link }: { look: keyof typeof looks } & ComponentProps<'a'>) => (
  <a
    {...link}
    className={`inline-flex h-12 items-center rounded-md border px-5 text-base font-medium sm:px-6 ${looks[look]}`}
  >
    {children}
  </a>
);
