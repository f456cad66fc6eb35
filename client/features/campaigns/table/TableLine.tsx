import { cn } from '#client/lib/cn.ts';
import type { CampaignAccount, CampaignRow } from '#shared/contracts/campaigns.ts';
import type { DateRange } from '#shared/lib/dateRange.ts';
import type { Column } from '../columns.ts';
import { rowKey } from '#client/lib/address/rowKey.ts';
import { accountOf } from '../settling.ts';
import type { Line } from './lines.ts';
import { ReplacedChildren, SkeletonCells } from './placeholderCells.tsx';
import { TableRow } from './TableRow.tsx';

type TableLineProps = {
  /** Null while it is not loaded. */
  line: Line | null;
  index: number;
  columns: readonly Column[];
  accounts: readonly CampaignAccount[];
  range: DateRange;
  selected: string | null;
  onSelect: (key: string) => void;
  onToggle: (row: CampaignRow) => void;
};

/** A row of the table, or its placeholder. */
export const TableLine = ({ line, index, columns, accounts, range, selected, ...handlers }: TableLineProps) => {
  if (line?.kind !== 'row')
    return (
      <tr
        aria-rowindex={index + 2}
        data-index={index}
        // No pulse animation: during scrolling, hundreds of pulsing cells would lower the frame rate.
        className={cn(line ? line.kind === 'loading' && 'animate-appear' : '**:animate-none')}
      >
        {line ? <ReplacedChildren line={line} columns={columns} /> : <SkeletonCells columns={columns} />}
      </tr>
    );
  const { row, depth, isOpen } = line;
  const key = row.kind === 'rest' ? null : rowKey(row);
  return (
    <TableRow
      index={index}
      row={row}
      depth={depth}
      isOpen={isOpen}
      isSelected={selected === null ? undefined : key === selected}
      columns={columns}
      account={accountOf(accounts, row)}
      since={range.since}
      until={range.until}
      {...handlers}
    />
  );
};
