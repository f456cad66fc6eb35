import { countOf } from '#client/lib/countOf.ts';
import { cn } from '#client/lib/cn.ts';
import { useWorkspaceStore } from '#client/stores/workspaceStore.ts';

/** The highest number shown; larger counts end with a plus sign. */
const most = 99;

/** The number of open findings without a mark, shown in the sidebar. */
export const FindingsCount = ({ isNarrow }: { isNarrow: boolean }) => {
  const unmarked = useWorkspaceStore(({ workspace }) => workspace?.unmarkedFindings ?? 0);
  if (unmarked === 0) return null;
  return (
    <>
      <span
        aria-hidden="true"
        className={cn(
          'pointer-events-none absolute grid place-items-center rounded-full bg-accent font-medium text-on-accent tabular-nums',
          isNarrow
            ? '-top-1 -right-1 h-4 min-w-4 px-1 text-[10px]'
            : 'top-1/2 right-2.5 h-5 min-w-5 -translate-y-1/2 px-1.5 text-xs',
        )}
      >
        {unmarked > most ? `${most}+` : unmarked}
      </span>
      <span className="sr-only">{countOf(unmarked, 'new finding')}</span>
    </>
  );
};
