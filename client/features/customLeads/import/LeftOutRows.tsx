import { Download } from 'lucide-react';
import { Button } from '#client/components/buttons/Button.tsx';
import { countOf } from '#client/lib/countOf.ts';
import { formatInteger } from '#client/lib/format.ts';
import { leftOutReasons } from './leftOutReasons.ts';
import type { ImportSummary } from './importTasks.ts';
import { Disclosure } from './Disclosure.tsx';

type LeftOutRowsProps = Pick<ImportSummary, 'leftOut' | 'leftOutCount'> & { onDownload: () => void };

/** The rows that are no leads, with the reasons. */
export const LeftOutRows = ({ leftOut, leftOutCount, onDownload }: LeftOutRowsProps) => (
  <Disclosure summary={`${countOf(leftOutCount, 'row')} left out`}>
    <div className="max-h-60 overflow-y-auto">
      <table className="w-full text-left text-[13px]">
        <thead className="text-xs text-muted">
          <tr>
            <th scope="col" className="px-3 py-1.5 font-medium">
              Row
            </th>
            <th scope="col" className="px-3 py-1.5 font-medium">
              Reason
            </th>
            <th scope="col" className="w-full px-3 py-1.5 font-medium">
              Cells
            </th>
          </tr>
        </thead>
        <tbody>
          {leftOut.map(({ row, reason, cells }) => (
            <tr key={row} className="border-t border-hairline align-top">
              <td className="px-3 py-1.5 tabular-nums">{formatInteger(row)}</td>
              <td className="px-3 py-1.5 whitespace-nowrap">{leftOutReasons[reason]}</td>
              <td dir="auto" className="px-3 py-1.5 wrap-anywhere text-muted">
                {cells.join(' · ')}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
    <div className="flex flex-wrap items-center justify-between gap-2 border-t border-hairline px-3 py-1.5">
      <p className="text-xs text-muted">
        {leftOutCount > leftOut.length &&
          `The first ${formatInteger(leftOut.length)} of ${formatInteger(leftOutCount)}`}
      </p>
      <Button size="sm" variant="ghost" icon={<Download />} onClick={onDownload}>
        Download as CSV
      </Button>
    </div>
  </Disclosure>
);
