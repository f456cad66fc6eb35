import { cn } from '#client/lib/cn.ts';

/** A grey bar where text will stand. */
export const Skeleton = ({ className }: { className?: string }) => (
  <span aria-hidden="true" className={cn('block h-3 animate-pulse rounded-sm bg-hairline', className)} />
);
