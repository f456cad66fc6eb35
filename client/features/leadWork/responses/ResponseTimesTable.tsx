import { NoValue } from '#client/components/values/NoValue.tsx';
import { cn } from '#client/lib/cn.ts';
import { formatDuration } from '#client/lib/formatDuration.ts';
import { formatInteger } from '#client/lib/format.ts';
import type { ResponseTimes } from '#shared/contracts/responses.ts';

const head = 'pb-1.5 pl-3 text-right text-xs font-medium whitespace-nowrap text-muted';
const cell = 'pl-3 text-right whitespace-nowrap';
/** Hidden on phones, which have no room for this column. */
const spare = 'max-sm:hidden';

const Duration = ({ seconds }: { seconds: number | null }) =>
  seconds === null ? <NoValue /> : formatDuration(seconds * 1000);

type Times = Omit<ResponseTimes['rows'][number], 'id' | 'name'>;

const Cells = ({ times: { answered, unanswered, median, p90 } }: { times: Times }) => (
  <>
    <td className={cell}>{formatInteger(answered)}</td>
    <td className={cn(cell, spare)}>{unanswered === null ? <NoValue /> : formatInteger(unanswered)}</td>
    <td className={cell}>
      <Duration seconds={median} />
    </td>
    <td className={cell}>
      <Duration seconds={p90} />
    </td>
  </>
);

const nameOf = (name: string | null, id: string | null, title: string): string => {
  if (name !== null && name !== '') return name;
  if (title === 'Person') return 'A former member';
  return id ?? `Without a ${title.toLowerCase()}`;
};

type ResponseTimesTableProps = {
  times: ResponseTimes;
  /** Title of the first column. */
  title: string;
};

/** First response times in total and by row, with the number of leads. */
export const ResponseTimesTable = ({ times: { total, rows }, title }: ResponseTimesTableProps) => (
  <table aria-label="Response times" className="w-full text-[13px] tabular-nums">
    <thead>
      <tr>
        <th scope="col" className="pb-1.5 text-left text-xs font-medium text-muted">
          {title}
        </th>
        <th scope="col" className={head}>
          Answered
        </th>
        <th scope="col" className={cn(head, spare)}>
          Not answered
        </th>
        <th scope="col" className={head}>
          Median
        </th>
        <th scope="col" className={head} title="Nine of ten first responses were as quick as this">
          90% within
        </th>
      </tr>
    </thead>
    <tbody>
      {rows.map(({ id, name, ...row }) => (
        <tr key={id ?? ''} className="h-9 border-t border-hairline">
          <th
            scope="row"
            dir="auto"
            className="max-w-20 truncate text-start font-normal sm:max-w-60"
            title={nameOf(name, id, title)}
          >
            {nameOf(name, id, title)}
          </th>
          <Cells times={row} />
        </tr>
      ))}
    </tbody>
    <tfoot>
      <tr className="h-9 border-t border-hairline font-medium">
        <th scope="row" className="text-left font-semibold">
          All leads
        </th>
        <Cells times={total} />
      </tr>
    </tfoot>
  </table>
);
