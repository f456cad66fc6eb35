import { ScrollRegion } from '#client/components/tables/ScrollRegion.tsx';
import type { TrendLine, TrendValues } from '#client/components/trend/TrendLine.ts';

type TrendTableProps = {
  label: string;
  titles: readonly string[];
  lines: readonly TrendLine[];
  previous: { titles: readonly string[]; values: TrendValues } | undefined;
  format: (value: number | null) => string;
};

const headStyles =
  'sticky top-0 border-b border-hairline bg-surface px-3 text-xs font-medium whitespace-nowrap text-muted';
const cellStyles = 'border-b border-hairline px-3 whitespace-nowrap group-last:border-b-0';

/** The values of the chart, at the same height. */
export const TrendTable = ({ label, titles, lines, previous, format }: TrendTableProps) => (
  <ScrollRegion label={`${label}, table`} className="h-64 overflow-auto rounded-md border border-hairline">
    <table className="w-full border-separate border-spacing-0 text-[13px]">
      <thead>
        <tr className="h-9">
          <th scope="col" className={`${headStyles} text-left`}>
            Days
          </th>
          {lines.map((line) => (
            <th key={line.label} scope="col" className={`${headStyles} text-right`}>
              {line.label}
            </th>
          ))}
          {previous && (
            <>
              <th scope="col" className={`${headStyles} text-left`}>
                Before
              </th>
              <th scope="col" className={`${headStyles} text-right`}>
                {lines[0]?.label} before
              </th>
            </>
          )}
        </tr>
      </thead>
      <tbody>
        {titles.map((title, index) => (
          <tr key={title} className="group h-9 hover:bg-hover">
            <th scope="row" className={`${cellStyles} text-left font-normal`}>
              {title}
            </th>
            {lines.map((line) => (
              <td key={line.label} className={`${cellStyles} text-right tabular-nums`}>
                {format(line.values[index] ?? null)}
              </td>
            ))}
            {previous && (
              <>
                <td className={`${cellStyles} text-muted`}>{previous.titles[index]}</td>
                <td className={`${cellStyles} text-right text-muted tabular-nums`}>
                  {format(previous.values[index] ?? null)}
                </td>
              </>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  </ScrollRegion>
);
