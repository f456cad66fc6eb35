import { countOf } from '#client/lib/countOf.ts';
import { cn } from '#client/lib/cn.ts';
import { useWorkspaceStore } from '#client/stores/workspaceStore.ts';

/** More are not counted out. */
const most = 99;

/** How many open findings nobody has marked, in the entry of the sidebar. */
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
