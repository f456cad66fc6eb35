import { ChevronRight } from 'lucide-react';
import { memo } from 'react';
import { cn } from '#client/lib/cn.ts';
import { countOf } from '#client/lib/countOf.ts';
import { childLevel } from '#shared/campaigns.ts';
import type { CampaignAccount, CampaignRow } from '#shared/contracts/campaigns.ts';
import type { Day } from '#shared/lib/dateRange.ts';
import type { Column } from '../columns.ts';
import { rowKey } from '#client/lib/address/rowKey.ts';
import { unsettledCount, unsettledRange } from '../settling.ts';
import { levelName } from '../words.ts';
import { NameCell } from './NameCell.tsx';
import { bodyCell, nameColumn, openColumn } from './tableStyles.ts';
import { ValueCell } from './ValueCell.tsx';

type OpenButtonProps = { row: CampaignRow; isOpen: boolean; onToggle: (row: CampaignRow) => void };

const OpenButton = ({ row, isOpen, onToggle }: OpenButtonProps) => {
  const below = childLevel(row.level);
  if (row.kind === 'rest' || row.children === 0 || below === undefined) return null;
  const name = levelName(row.platform, below).toLowerCase();
  return (
    <button
      type="button"
      aria-expanded={isOpen}
      aria-label={`${countOf(row.children, name)} of ${row.name}`}
      title={`${isOpen ? 'Hide' : 'Show'} ${countOf(row.children, name)}`}
      onClick={() => onToggle(row)}
      className="grid h-12 w-9 place-items-center text-muted hover:text-fg"
    >
      <ChevronRight
        aria-hidden="true"
        className={cn('size-4 transition-transform duration-100', isOpen && 'rotate-90')}
      />
    </button>
  );
};

type TableRowProps = {
  /** Zero-based position in the table. */
  index: number;
  row: CampaignRow;
  depth: number;
  isOpen: boolean;
  /** Undefined if the row has no detail. */
  isSelected: boolean | undefined;
  columns: readonly Column[];
  account: CampaignAccount | undefined;
  since: Day;
  until: Day;
  onSelect: (key: string) => void;
  onToggle: (row: CampaignRow) => void;
};

/** Renders again only when one of its values changes: a page has hundreds of cells. */
export const TableRow = memo(
  ({ index, row, depth, isOpen, isSelected, columns, account, since, until, onSelect, onToggle }: TableRowProps) => {
    const key = rowKey(row);
    return (
      <tr
        aria-rowindex={index + 2}
        data-index={index}
        data-row={row.kind === 'rest' ? undefined : key}
        data-selected={isSelected === true || undefined}
        aria-selected={isSelected}
        className="group"
      >
        <td className={cn(bodyCell, openColumn)}>
          <OpenButton row={row} isOpen={isOpen} onToggle={onToggle} />
        </td>
        <th scope="row" data-pin="start" className={cn(bodyCell, nameColumn, 'text-left font-normal')}>
          <NameCell
            row={row}
            depth={depth}
            unsettled={unsettledRange(account, { since, until })}
            hasFigures={columns.length === 0}
            onSelect={() => onSelect(key)}
          />
        </th>
        {columns.map(({ id, isRight }) => (
          <td
            key={id}
            data-column={id}
            className={cn(bodyCell, 'px-3 whitespace-nowrap tabular-nums', isRight && 'text-right')}
          >
            <ValueCell
              id={id}
              row={row}
              unsettledCount={unsettledCount(account, { since, until }, row.sparkline.length)}
            />
          </td>
        ))}
      </tr>
    );
  },
);
