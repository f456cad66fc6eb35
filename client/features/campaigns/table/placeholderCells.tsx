import { Button } from '#client/components/buttons/Button.tsx';
import { Skeleton } from '#client/components/states/Skeleton.tsx';
import { messageOf } from '#client/lib/api/ApiError.ts';
import { cn } from '#client/lib/cn.ts';
import { formatInteger } from '#client/lib/format.ts';
import { messages } from '#shared/messages.ts';
import type { Column } from '../columns.ts';
import type { Line } from './lines.ts';
import { bodyCell, nameColumn, openColumn } from './tableStyles.ts';

export const SkeletonCells = ({ columns }: { columns: readonly Column[] }) => (
  <>
    <td className={cn(bodyCell, openColumn)}>{null}</td>
    <td className={cn(bodyCell, nameColumn)}>
      <Skeleton className="w-40 max-w-full" />
    </td>
    {columns.map(({ id, isRight }) => (
      <td key={id} className={cn(bodyCell, 'px-3')}>
        <Skeleton className={cn('w-14', isRight && 'ml-auto')} />
      </td>
    ))}
  </>
);

type ReplacedChildrenProps = { line: Exclude<Line, { kind: 'row' }>; columns: readonly Column[] };

/** Cells of a placeholder line: children that load, have failed to load, or are left out. */
export const ReplacedChildren = ({ line, columns }: ReplacedChildrenProps) => {
  if (line.kind === 'loading') return <SkeletonCells columns={columns} />;
  return (
    <>
      <td className={cn(bodyCell, openColumn)}>{null}</td>
      <td className={cn(bodyCell, nameColumn, 'text-xs text-pretty text-muted', line.depth > 1 ? 'pl-10' : 'pl-5')}>
        {line.kind === 'more'
          ? `${formatInteger(line.shown)} of ${formatInteger(line.total)}. Switch the level to see all.`
          : messageOf(line.error, messages.campaigns.childrenFailed)}
      </td>
      <td colSpan={columns.length} className={cn(bodyCell, 'px-3')}>
        {line.kind === 'failed' && (
          <Button size="sm" onClick={line.retry} isBusy={line.isRetrying}>
            Retry
          </Button>
        )}
      </td>
    </>
  );
};
