import { Skeleton } from '#client/components/states/Skeleton.tsx';

const rows = ['a', 'b', 'c', 'd', 'e'];

/** Rows with the final height. */
export const FindingsSkeleton = ({ count = rows.length }: { count?: number }) => (
  <output className="block animate-appear">
    <span className="sr-only">Loading findings</span>
    <span className="grid divide-y divide-hairline">
      {rows.slice(0, count).map((row) => (
        <span key={row} className="flex gap-3 px-4 py-3.5">
          <Skeleton className="h-8! w-8 shrink-0 max-sm:hidden" />
          <span className="grid flex-1 content-center gap-3">
            <Skeleton className="w-4/5" />
            <Skeleton className="h-2.5 w-2/5" />
          </span>
          <Skeleton className="h-4 w-14 self-center" />
        </span>
      ))}
    </span>
  </output>
);
