import { cn } from '#client/lib/cn.ts';

/** A gray placeholder for text that is loading. */
export const Skeleton = ({ className }: { className?: string }) => (
  <span aria-hidden="true" className={cn('block h-3 animate-pulse rounded-sm bg-hairline', className)} />
);
