import { cn } from '#client/lib/cn.ts';

/** The spinning circle without a label, for places that announce the activity otherwise. */
export const SpinnerMark = ({ className }: { className?: string }) => (
  <svg aria-hidden="true" viewBox="0 0 24 24" fill="none" className={cn('animate-spin', className)}>
    <circle cx="12" cy="12" r="9" stroke="currentColor" strokeWidth="2.5" className="opacity-20" />
    <path d="M21 12a9 9 0 0 0-9-9" stroke="currentColor" strokeWidth="2.5" strokeLinecap="round" />
  </svg>
);
